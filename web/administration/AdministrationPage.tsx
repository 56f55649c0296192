import { Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { entities } from '#shared/administration/entities.ts';
import { routeOf, type Section, sections } from '#shared/administration/entity.ts';
import { version } from '#shared/version.ts';
import { CrisisFolderButton } from '#web/contacts/CrisisFolderButton.tsx';
import { useData } from '#web/lib/data.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLabel } from '#web/lib/label.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './administration.module.css';
import { countsDocument } from './documents.ts';
import { extensions } from './extensions.ts';

type Part = {
  to: string;
  icon: IconName;
  label: string;
  purpose: string;
  count?: number | undefined;
  note?: ReactNode;
};

/** The administration's overview: searchable cards of all parts, grouped by task. */
export function AdministrationPage() {
  const { t } = useTranslation(['administration', 'layout']);
  const words = useLabel();
  const state = useData(countsDocument(), {});
  const [search, setSearch] = useState('');
  return (
    <Page title={t('title')} actions={<CrisisFolderButton />}>
      <QueryView state={state}>
        {({ adminCounts }) => (
          <Stack gap="xl">
            <TextInput
              type="search"
              aria-label={t('overview.search')}
              placeholder={t('overview.search')}
              leftSection={<Icon name="search" size={20} />}
              value={search}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
            />
            <Parts counts={adminCounts} search={search.trim()} heading={(section) => words(sections[section])} />
            <Text c="gray.6">{t('layout:version', { version })}</Text>
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type PartsProps = { counts: Record<string, number>; search: string; heading: (section: Section) => string };

function Parts({ counts, search, heading }: PartsProps) {
  const { t } = useTranslation('administration');
  const partsOf = useParts(counts);
  const isFound = ({ label, purpose }: Part) => `${label} ${purpose}`.toLowerCase().includes(search.toLowerCase());
  const found = (Object.keys(sections) as Section[])
    .map((section) => ({ section, parts: partsOf(section).filter(isFound) }))
    .filter(({ parts }) => parts.length > 0);
  if (found.length === 0) return <EmptyState icon="search" title={t('overview.nothing')} />;
  return found.map(({ section, parts }) => (
    <section key={section}>
      <Title order={2} mb="sm">
        {heading(section)}
      </Title>
      <ul className={classes['cards']}>
        {parts.map((part) => (
          <Card key={part.to} {...part} />
        ))}
      </ul>
    </section>
  ));
}

function useParts(counts: Record<string, number>): (section: Section) => Part[] {
  const { t } = useTranslation([
    'administration',
    'alarmPromise',
    'backups',
    'directories',
    'evidence',
    'uploads',
    'replies',
    'incoming',
    'roster',
    'secondPlace',
    'worksCouncil',
  ]);
  const words = useLabel();
  const pages: Record<Section, Part[]> = {
    channels: [
      { to: '/replies', icon: 'inbox', label: t('replies:title'), purpose: t('overview.replies') },
      { to: '/incoming', icon: 'inbox', label: t('incoming:title'), purpose: t('overview.incoming') },
    ],
    events: [
      { to: '/administration/evidence', icon: 'report', label: t('evidence:title'), purpose: t('overview.evidence') },
    ],
    people: [
      { to: '/duties', icon: 'clock', label: t('roster:duties.title'), purpose: t('overview.duties') },
      { to: '/administration/csvupload', icon: 'upload', label: t('uploads:title'), purpose: t('overview.uploads') },
      {
        to: '/administration/directories',
        icon: 'group',
        label: t('directories:title'),
        purpose: t('overview.directories'),
      },
    ],
    system: [
      { to: '/administration/systemsetup', icon: 'settings', label: t('setup.title'), purpose: t('overview.setup') },
      { to: '/administration/backups', icon: 'archive', label: t('backups:title'), purpose: t('overview.backups') },
      {
        to: '/administration/secondplace',
        icon: 'home',
        label: t('secondPlace:title'),
        purpose: t('overview.secondPlace'),
      },
      {
        to: '/administration/workscouncil',
        icon: 'person',
        label: t('worksCouncil:title'),
        purpose: t('overview.worksCouncil'),
      },
      {
        to: '/administration/alarmpath',
        icon: 'chart',
        label: t('alarmPromise:title'),
        purpose: t('overview.alarmPromise'),
      },
      { to: '/administration/auditlog', icon: 'log', label: t('audit.title'), purpose: t('overview.audit') },
      {
        to: '/administration/securitylog',
        icon: 'lock',
        label: t('securityLog.title'),
        purpose: t('overview.securityLog'),
      },
    ],
  };
  return (section) => [
    ...entities
      .filter((entity) => entity.section === section)
      .map((entity): Part => {
        const { Note } = extensions[entity.name] ?? {};
        const { icon, label, purpose, plural } = entity;
        const shown = { icon: icon as IconName, label: words(label), purpose: words(purpose) };
        return { to: routeOf(entity), ...shown, count: counts[plural], note: Note && <Note /> };
      }),
    ...pages[section],
  ];
}

function Card({ to, icon, label, purpose, count, note }: Part) {
  return (
    <li>
      <Link to={to} className={classes['card']}>
        <span className={classes['icon']}>
          <Icon name={icon} size={24} />
        </span>
        <span className={classes['label']}>
          {label}
          {note}
          <span className={classes['purpose']}>{purpose}</span>
        </span>
        {count !== undefined && <span className={classes['count']}>{formatNumber(count)}</span>}
      </Link>
    </li>
  );
}
