import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { limits } from '#shared/limits.ts';
import { EventNotFound } from '#web/events/EventNotFound.tsx';
import { EventChanged } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { OthersDrafts, useApart } from './OthersDrafts.tsx';
import { ReportsQuery } from './queries.ts';
import { ReportCard } from './ReportCard.tsx';

const PAGE = 12;

/** All reports of an event, newest first. */
export function ReportsPage() {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const { eventId = '' } = useParams();
  const [pages, setPages] = useUrlState('pages', '1');
  const count = Math.max(1, Number(pages) || 1);
  const first = Math.min(limits.maximumPage, PAGE * count);
  const state = useData(ReportsQuery, { event: eventId, first }, { keepPrevious: true });
  useLive(EventChanged, { id: eventId }, state.refetch);
  const { happened, othersDrafts } = useApart(state.data?.reports.edges.map(({ node }) => node) ?? []);
  return (
    <QueryView state={state}>
      {({ event, reports }) => {
        if (!event) return <EventNotFound />;
        const isOpen = event.eventStatus.identifier !== 'archived';
        const create = isOpen && can('create_communication') && (
          <Button
            component={Link}
            to={`/communication?event=${event._id}&mode=${event.mode}`}
            leftSection={<Icon name="plus" />}
          >
            {t('list.create')}
          </Button>
        );
        return (
          <Page
            title={t('list.title')}
            breadcrumb={[
              { label: t('crumb.events'), to: '/events' },
              { label: event.name, to: `/event/${event._id}` },
            ]}
            actions={create}
          >
            <ModeBanner mode={event.mode} />
            <Stack gap="sm">
              {happened.map((report) => (
                <ReportCard key={report.id} report={report} event={event._id} heading="h2" />
              ))}
              <OthersDrafts reports={othersDrafts} event={event._id} heading="h2" />
              {reports.totalCount === 0 && (
                <EmptyState icon="report" title={t('list.empty')} text={t('list.emptyText')} action={create} />
              )}
              <LoadMore
                shown={reports.edges.length}
                total={reports.totalCount}
                loading={state.refreshing}
                onMore={() => setPages(String(count + 1))}
              />
            </Stack>
          </Page>
        );
      }}
    </QueryView>
  );
}
