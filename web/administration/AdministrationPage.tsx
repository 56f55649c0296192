import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, routeOf, type Section, sections } from '#shared/administration/entity.ts';
import { version } from '#shared/version.ts';
import { CrisisFolderButton } from '#web/contacts/CrisisFolderButton.tsx';
import { useData } from '#web/lib/data.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { Page } from '#web/ui/Page.tsx';
import { QueryView } from '#web/ui/states.tsx';
import classes from './administration.module.css';
import { countsDocument } from './documents.ts';
import { extensions } from './extensions.ts';

/** The overview of the administration: every part with its number of entries. */
export function AdministrationPage() {
  const { t } = useTranslation(['administration', 'layout', 'uploads', 'replies']);
  const label = useLabel();
  const state = useData(countsDocument(), {});
  return (
    <Page title={t('title')} actions={<CrisisFolderButton />}>
      <QueryView state={state}>
        {({ adminCounts }) => (
          <Stack gap="xl">
            {(Object.keys(sections) as Section[]).map((key) => (
              <section key={key}>
                <Title order={2} mb="sm">
                  {label(sections[key])}
                </Title>
                <ul className={classes['cards']}>
                  {entities
                    .filter(({ section }) => section === key)
                    .map((entity) => (
                      <EntityCard key={entity.name} entity={entity} count={adminCounts[entity.plural]} />
                    ))}
                  {key === 'access' && (
                    <>
                      <Card to="/administration/systemsetup" icon="settings" label={t('setup.title')} />
                      <Card to="/administration/auditlog" icon="log" label={t('audit.title')} />
                      <Card to="/administration/securitylog" icon="lock" label={t('securityLog.title')} />
                    </>
                  )}
                  {key === 'communication' && <Card to="/replies" icon="inbox" label={t('replies:title')} />}
                  {key === 'contacts' && (
                    <Card to="/administration/csvupload" icon="upload" label={t('uploads:title')} />
                  )}
                </ul>
              </section>
            ))}
            <Text c="gray.6">{t('layout:version', { version })}</Text>
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function EntityCard({ entity, count }: { entity: Entity; count: number | undefined }) {
  const label = useLabel();
  const { Note } = extensions[entity.name] ?? {};
  return (
    <Card
      to={routeOf(entity)}
      icon={entity.icon as IconName}
      label={label(entity.label)}
      count={count}
      note={Note && <Note />}
    />
  );
}

type CardProps = { to: string; icon: IconName; label: string; count?: number | undefined; note?: ReactNode };

function Card({ to, icon, label, count, note }: CardProps) {
  return (
    <li>
      <Link to={to} className={classes['card']}>
        <span className={classes['icon']}>
          <Icon name={icon} size={24} />
        </span>
        <span className={classes['label']}>
          {label}
          {note}
        </span>
        {count !== undefined && <span className={classes['count']}>{formatNumber(count)}</span>}
      </Link>
    </li>
  );
}
