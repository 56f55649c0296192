import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { entityOf } from '#shared/administration/entities.ts';
import { type EntityName, routeOf } from '#shared/administration/entity.ts';
import { useData } from '#web/lib/data.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { Page } from '#web/ui/Page.tsx';
import { QueryView } from '#web/ui/states.tsx';
import classes from './administration.module.css';
import { entityIcons } from './entity-icons.ts';
import { type AdminCounts, AdminCountsQuery } from './queries.ts';

const sections: { key: 'access' | 'communication' | 'texts' | 'contacts'; entities: EntityName[] }[] = [
  { key: 'access', entities: ['User', 'SideMenu'] },
  { key: 'communication', entities: ['EventType', 'ReportType', 'Channel', 'ChannelType'] },
  { key: 'texts', entities: ['Snippet', 'SnippetType', 'ReportEventSnippet', 'SystemMail'] },
  { key: 'contacts', entities: ['Location', 'PersonDataType', 'GroupType', 'ListType'] },
];

/** The overview of the administration: every part with its number of entries. */
export function AdministrationPage() {
  const { t } = useTranslation('administration');
  const state = useData(AdminCountsQuery, {});
  return (
    <Page title={t('title')}>
      <QueryView state={state}>
        {({ adminCounts, users }) => (
          <Stack gap="xl">
            {sections.map(({ key, entities }) => (
              <section key={key}>
                <Title order={2} mb="sm">
                  {t(`section.${key}`)}
                </Title>
                <ul className={classes['cards']}>
                  {entities.map((name) => (
                    <EntityCard key={name} name={name} counts={adminCounts} waiting={users.totalCount} />
                  ))}
                  {key === 'access' && (
                    <Card to="/administration/systemsetup" icon="settings" label={t('setup.title')} />
                  )}
                </ul>
              </section>
            ))}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

function EntityCard({ name, counts, waiting }: { name: EntityName; counts: AdminCounts; waiting: number }) {
  const { t } = useTranslation('administration');
  const entity = entityOf(name);
  const count = counts[entity.plural as keyof AdminCounts];
  return (
    <Card
      to={routeOf(entity)}
      icon={entityIcons[name]}
      label={t(`entity.${entity.plural}`)}
      count={count}
      note={name === 'User' && waiting > 0 ? t('users.waitingCount', { count: waiting }) : undefined}
    />
  );
}

type CardProps = { to: string; icon: IconName; label: string; count?: number; note?: string | undefined };

function Card({ to, icon, label, count, note }: CardProps) {
  return (
    <li>
      <Link to={to} className={classes['card']}>
        <span className={classes['icon']}>
          <Icon name={icon} size={24} />
        </span>
        <span className={classes['label']}>
          {label}
          {note && <small>{note}</small>}
        </span>
        {count !== undefined && <span className={classes['count']}>{formatNumber(count)}</span>}
      </Link>
    </li>
  );
}
