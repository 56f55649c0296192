import { Anchor, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { TableView } from '#web/ui/TableView.tsx';
import { between } from './between.ts';
import { type AfterAction, type Alarm, hasNoFigures } from './queries.ts';

export function Alarms({ known: { event, alarms, personAccess } }: { known: AfterAction }) {
  const { t } = useTranslation('afterAction');
  const withheld = personAccess !== 'open' ? t('withheld') : null;
  const { timeZone } = useSystem();
  return (
    <Panel title={t('alarms.title')}>
      <TableView
        label={t('alarms.title')}
        columns={[
          'report',
          'sent',
          'people',
          'asked',
          'reserve',
          'unreachable',
          'notAsked',
          'handedOver',
          'delivered',
          'read',
          'positive',
          'negative',
          'neutral',
          'none',
          'first',
          'half',
          'all',
        ].map((name) => t(`alarms.${name}`))}
        rows={alarms.map((alarm) => [
          alarm.report.title,
          alarm.sentAt ? formatDateTime(alarm.sentAt, timeZone) : '–',
          ...countsOf(alarm.figures).map((count) =>
            hasNoFigures(personAccess, alarm.figures) ? t('withheld') : formatNumber(count),
          ),
          ...[alarm.firstAt, alarm.halfAt, alarm.allAt].map((at) => between(alarm.sentAt, at) ?? withheld ?? '–'),
        ])}
      />
      <Stack gap={0} mt="sm" align="flex-start">
        {alarms.map(({ report }) => (
          <Anchor key={report.id} component={Link} to={`/event/${event._id}/report/${report._id}`} py={8}>
            {t('alarms.open', { title: report.title })}
          </Anchor>
        ))}
      </Stack>
    </Panel>
  );
}

const countsOf = ({ people, asked, reserve, waiting, unreachable, notAsked, ...of }: Alarm['figures']): number[] => [
  ...[people, asked, reserve + waiting, unreachable, notAsked],
  ...[of.handedOver, of.delivered, of.read, of.positive, of.negative, of.neutral, of.none],
];
