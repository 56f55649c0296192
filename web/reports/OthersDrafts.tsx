import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useViewer } from '#web/lib/viewer.tsx';
import { isDraft } from '#web/messages/status.ts';
import { Folded } from './Folded.tsx';
import type { ReportRow } from './queries.ts';
import { ReportCard } from './ReportCard.tsx';

/** Separates others' drafts from the rest. */
export function useApart(reports: readonly ReportRow[]): { happened: ReportRow[]; othersDrafts: ReportRow[] } {
  const { user } = useViewer();
  const isOthersDraft = ({ insertedBy, messages }: ReportRow) =>
    insertedBy?.id !== user.id && messages.edges.every(({ node }) => isDraft(node.status));
  return {
    happened: reports.filter((report) => !isOthersDraft(report)),
    othersDrafts: reports.filter(isOthersDraft),
  };
}

type Props = { reports: readonly ReportRow[]; event: number; heading?: 'h2' | 'h3' };

/** The unsent drafts of others, folded. */
export function OthersDrafts({ reports, event, heading = 'h3' }: Props) {
  const { t } = useTranslation('reports');
  if (reports.length === 0) return null;
  return (
    <Folded label={t('list.othersDrafts', { count: reports.length })} icon="edit">
      <Stack gap="sm">
        {reports.map((report) => (
          <ReportCard key={report.id} report={report} event={event} heading={heading} />
        ))}
      </Stack>
    </Folded>
  );
}
