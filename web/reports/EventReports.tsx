import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EmptyState } from '#web/ui/states.tsx';
import type { ReportRow } from './queries.ts';
import { ReportCard } from './ReportCard.tsx';

type Props = { event: number; reports: { edges: { node: ReportRow }[]; totalCount: number } };

/** The newest reports of an event; the others are one tap away. */
export function EventReports({ event, reports }: Props) {
  const { t } = useTranslation('reports');
  if (reports.totalCount === 0) return <EmptyState icon="report" title={t('list.empty')} text={t('list.emptyText')} />;
  return (
    <Stack gap="sm">
      {reports.edges.map(({ node }) => (
        <ReportCard key={node.id} report={node} event={event} />
      ))}
      {reports.totalCount > reports.edges.length && (
        <Button component={Link} to={`/event/${event}/reports`} variant="default">
          {t('list.more', { count: reports.totalCount - reports.edges.length })}
        </Button>
      )}
    </Stack>
  );
}
