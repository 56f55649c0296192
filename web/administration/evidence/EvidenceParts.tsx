import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { TableView } from '#web/ui/TableView.tsx';
import type { EvidencePack } from './queries.ts';

type Props = { pack: EvidencePack };

const findingKeys = [
  ...([
    'never_tested',
    'overdue',
    'no_responsible',
    'responsible_left',
    'no_list',
    'no_text',
    'too_few',
    'no_deputy',
    'channel',
  ] as const),
  ...(['leavers', 'not_drilled'] as const),
];
const leaverReasons = ['inactive', 'deletion_requested', 'opted_out', 'no_address', 'away'] as const;
const figureNames = ['people', 'asked', 'handedOver', 'delivered', 'answered', 'positive'] as const;
const partKinds = ['EventType', 'Snippet', 'ReportEventSnippet', 'ChecklistItem', 'MailingList', 'Group'] as const;

/** Formats a moment in the time zone of the installation. */
function useMoment(): (moment: string | null) => string {
  const { timeZone } = useSystem();
  return (moment) => (moment ? formatDateTime(moment, timeZone) : '–');
}

/** Shows findings, tests, plan, revisions and people of an alarm plan. */
export const EvidenceParts = ({ pack }: Props) => (
  <>
    <Findings pack={pack} />
    <Tests pack={pack} />
    <Plan pack={pack} />
    <Revisions pack={pack} />
    {pack.persons && <Persons persons={pack.persons} hidesDrills={pack.hidesPersons} />}
  </>
);

function Findings({ pack: { findings, lastTestAt, intervalDays, people, drilled } }: Props) {
  const { t } = useTranslation('evidence');
  const moment = useMoment();
  const words = (key: string, name: string | null, count: number) => {
    const known = findingKeys.find((one) => one === key);
    return known ? t(`finding.${known}`, { name: name ?? '', count }) : key;
  };
  return (
    <Panel title={t('findings')}>
      <Stack gap="sm">
        <Text>{t('lastTest', { at: moment(lastTestAt), days: formatNumber(intervalDays) })}</Text>
        {drilled !== null && (
          <Text>{t('drilled', { drilled: formatNumber(drilled), people: formatNumber(people) })}</Text>
        )}
        {findings.length === 0 ? (
          <Text>{t('noFindings')}</Text>
        ) : (
          <List spacing="xs">
            {findings.map(({ key, name, count }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a function on two lists has the same finding twice
              <List.Item key={at}>{words(key, name, count)}</List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Panel>
  );
}

function Tests({ pack: { tests } }: Props) {
  const { t } = useTranslation('evidence');
  const moment = useMoment();
  if (tests.length === 0) return null;
  const newest = tests[0]?.groups ?? [];
  const columns = ['when', 'test', 'kind', 'people', 'asked', 'handedOver', 'delivered', 'answered', 'coming'] as const;
  const kindOf = ({ mode, isUnannounced }: (typeof tests)[number]) => {
    const known = (['LIVE', 'EXERCISE', 'TEST'] as const).find((one) => one === mode) ?? 'TEST';
    return isUnannounced && known !== 'LIVE' ? t('unannounced') : t(`mode.${known}`);
  };
  return (
    <Panel title={t('tests')}>
      <Stack gap="md">
        <TableView
          label={t('tests')}
          columns={columns.map((column) => t(`column.${column}`))}
          rows={tests.map((test) => [
            moment(test.at),
            test.name,
            kindOf(test),
            ...figureNames.map((name) => (test.figures ? formatNumber(test.figures[name]) : t('withheld'))),
          ])}
        />
        {newest.length > 0 && (
          <TableView
            label={t('newestByGroup')}
            columns={[t('newestByGroup'), t('column.asked'), t('column.reached')]}
            rows={newest.map(({ group, people, reached }) => [group, formatNumber(people), formatNumber(reached)])}
          />
        )}
      </Stack>
    </Panel>
  );
}

function Plan({ pack: { functions, channels, texts, lists, checklist, responsible, deputy } }: Props) {
  const { t } = useTranslation('evidence');
  const named = (person: typeof deputy) =>
    person ? t(person.hasLeft ? 'responsibleLeft' : 'responsibleName', { name: person.name }) : t('nobody');
  const moment = useMoment();
  return (
    <Panel title={t('plan')}>
      <Stack gap="md">
        <Text>{t('responsible', { responsible: named(responsible), deputy: named(deputy) })}</Text>
        <Text>{t('lists', { names: lists.join(', ') || '–' })}</Text>
        {functions.length > 0 && (
          <TableView
            label={t('functions')}
            columns={[t('functions'), t('column.list'), t('column.needed'), t('column.usable'), t('column.members')]}
            rows={functions.map(({ group, list, needed, usable, members }) => [
              group,
              list,
              needed === null ? t('everyone') : formatNumber(needed),
              formatNumber(usable),
              formatNumber(members),
            ])}
          />
        )}
        {channels.length > 0 && (
          <TableView
            label={t('channels')}
            columns={[t('channels'), t('column.state'), t('column.lastSuccess')]}
            rows={channels.map(({ name, trouble, lastSuccessAt }) => [
              name,
              trouble ? t('troubled') : t('working'),
              moment(lastSuccessAt),
            ])}
          />
        )}
        {texts.length > 0 && (
          <TableView
            label={t('texts')}
            columns={[t('texts'), t('column.words')]}
            rows={texts.map(({ name, content }) => [name, content])}
          />
        )}
        {checklist.length > 0 && (
          <TableView
            label={t('tasks')}
            columns={[t('tasks'), t('column.who'), t('column.minutes')]}
            rows={checklist.map(({ name, who, minutes }) => [
              name,
              who,
              minutes === null ? '–' : formatNumber(minutes),
            ])}
          />
        )}
      </Stack>
    </Panel>
  );
}

function Revisions({ pack: { revisions } }: Props) {
  const { t } = useTranslation('evidence');
  const moment = useMoment();
  const kindOf = (kind: string) => {
    const known = partKinds.find((one) => one === kind);
    return known ? t(`part.${known}`) : kind;
  };
  return (
    <Panel title={t('revisions')}>
      <TableView
        label={t('revisions')}
        columns={[t('column.part'), t('column.name'), t('column.changed'), t('column.by')]}
        rows={revisions.map(({ kind, name, at, by }) => [
          kindOf(kind),
          name,
          at ? moment(at) : t('notRecorded'),
          by ?? '–',
        ])}
      />
    </Panel>
  );
}

function Persons({ persons, hidesDrills }: { persons: NonNullable<EvidencePack['persons']>; hidesDrills: boolean }) {
  const { t } = useTranslation('evidence');
  const leaverOf = (leaver: string | null) => {
    const known = leaverReasons.find((one) => one === leaver);
    return known ? t(`leaver.${known}`) : '';
  };
  return (
    <Panel title={t('persons')}>
      <TableView
        label={t('persons')}
        columns={[t('column.name'), t('column.groups'), t('column.drilled'), t('column.leaver')]}
        rows={persons.map(({ name, groups, leaver, drilledIn }) => [
          name,
          groups,
          hidesDrills ? t('withheld') : (drilledIn ?? t('notDrilled')),
          leaverOf(leaver),
        ])}
      />
    </Panel>
  );
}
