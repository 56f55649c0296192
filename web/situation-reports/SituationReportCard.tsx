import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ResultOf } from '#web/lib/gql.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { SituationReportsQuery } from './queries.ts';
import classes from './situation-reports.module.css';
import { distributionState, looks } from './status.ts';

type Row = ResultOf<typeof SituationReportsQuery>['situationReports']['edges'][number]['node'];

/** A situation report in a list: number, state, author, approver. */
export function SituationReportCard({ report, event }: { report: Row; event: number }) {
  const { t } = useTranslation('situationReports');
  const state = distributionState(report);
  return (
    <div className={classes['card']}>
      <Panel>
        <Group justify="space-between" gap="sm">
          <Text fw={650} fz="lg" component="h2">
            <Link to={`/event/${event}/situation-report/${report._id}`} className={classes['cardLink']}>
              {t('number', { number: report.number })}
            </Link>
          </Text>
          <StatusBadge {...(looks[state] ?? { tone: 'neutral' })}>{t(`status.${state}`)}</StatusBadge>
        </Group>
        <Text c="gray.6">
          <DateTime value={report.createdAt} />
          {report.insertedBy && ` · ${fullName(report.insertedBy)}`}
          {report.approvedBy && ` · ${t('approvedBy', { name: fullName(report.approvedBy) })}`}
        </Text>
        {report.mailSentAt && (
          <Text c="gray.6">
            {t('mailed')} <DateTime value={report.mailSentAt} />
          </Text>
        )}
      </Panel>
    </div>
  );
}
