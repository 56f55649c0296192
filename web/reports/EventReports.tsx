import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EventChanged } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { ReportsQuery } from './queries.ts';
import { ReportCard } from './ReportCard.tsx';

const SHOWN = 5;

/** The newest reports of an event, up to date by themselves; the others are one tap away. */
export function EventReports({ event }: { event: number }) {
  const { t } = useTranslation('reports');
  const state = useData(ReportsQuery, { event: String(event), first: SHOWN });
  useLive(EventChanged, { id: String(event) }, state.refetch);
  return (
    <QueryView state={state}>
      {({ reports }) =>
        reports.totalCount === 0 ? (
          <EmptyState icon="report" title={t('list.empty')} text={t('list.emptyText')} />
        ) : (
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
        )
      }
    </QueryView>
  );
}
