import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ResultOf } from '#web/lib/gql.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import type { SituationReportsQuery } from './queries.ts';

type Row = ResultOf<typeof SituationReportsQuery>['situationReports']['edges'][number]['node'];

const looks: Record<string, { tone: Tone; icon: IconName }> = {
  draft: { tone: 'neutral', icon: 'edit' },
  in_review: { tone: 'warning', icon: 'eye' },
  approved: { tone: 'good', icon: 'checkCircle' },
  rejected: { tone: 'bad', icon: 'crossCircle' },
  distributed: { tone: 'good', icon: 'mail' },
};

/** One situation report in a list: its number, its state, who wrote and who approved it. */
export function SituationReportCard({ report }: { report: Row }) {
  const { t } = useTranslation('situationReports');
  return (
    <Panel>
      <Group justify="space-between" gap="sm">
        <Text fw={650} fz="lg" component="h2">
          {t('number', { number: report.number })}
        </Text>
        <StatusBadge {...(looks[report.status] ?? { tone: 'neutral' })}>{t(`status.${report.status}`)}</StatusBadge>
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
  );
}
