import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { limits } from '#shared/limits.ts';
import { EventNotFound } from '#web/events/EventNotFound.tsx';
import { EventChanged } from '#web/events/queries.ts';
import { useData } from '#web/lib/data.ts';
import { useLive } from '#web/lib/live.ts';
import { useUrlState } from '#web/lib/url-state.ts';
import { LoadMore } from '#web/ui/loading/LoadMore.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { BeginButton } from './BeginButton.tsx';
import { SituationReportsQuery } from './queries.ts';
import { SituationReportCard } from './SituationReportCard.tsx';

const PAGE = 12;

/** The situation reports of an event, newest first. */
export function SituationReportsPage() {
  const { t } = useTranslation('situationReports');
  const { eventId = '' } = useParams();
  const [pages, setPages] = useUrlState('pages', '1');
  const count = Math.max(1, Number(pages) || 1);
  const first = Math.min(limits.maximumPage, PAGE * count);
  const state = useData(SituationReportsQuery, { event: eventId, first }, { keepPrevious: true });
  useLive(EventChanged, { id: eventId }, state.refetch);
  return (
    <QueryView state={state}>
      {({ event, situationReports }) =>
        event ? (
          <Page
            title={t('title')}
            breadcrumb={[
              { label: t('events'), to: '/events' },
              { label: event.name, to: `/event/${event._id}` },
            ]}
            actions={event.eventStatus.identifier === 'archived' ? undefined : <BeginButton event={event.id} />}
          >
            <ModeBanner mode={event.mode} />
            {situationReports.totalCount === 0 && (
              <EmptyState icon="situation" title={t('empty')} text={t('emptyText')} />
            )}
            <Stack gap="sm">
              {situationReports.edges.map(({ node }) => (
                <SituationReportCard key={node.id} report={node} event={event._id} />
              ))}
            </Stack>
            <LoadMore
              shown={situationReports.edges.length}
              total={situationReports.totalCount}
              loading={state.refreshing}
              onMore={() => setPages(String(count + 1))}
            />
          </Page>
        ) : (
          <EventNotFound />
        )
      }
    </QueryView>
  );
}
