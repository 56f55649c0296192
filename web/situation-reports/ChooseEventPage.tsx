import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, NotAllowed, QueryView } from '#web/ui/states.tsx';
import { EventLink } from './EventLink.tsx';
import { EventsToChooseQuery } from './queries.ts';
import { useIsWriter } from './rights.ts';

/** Chooses the event of a situation report; running ones first. */
export function ChooseEventPage() {
  const { t } = useTranslation('situationReports');
  const isWriter = useIsWriter();
  const state = useData(EventsToChooseQuery, {}, { pause: !isWriter });
  if (!isWriter) return <NotAllowed title={t('choose')} />;
  return (
    <Page title={t('choose')} breadcrumb={[{ label: t('start'), to: '/' }]}>
      <QueryView state={state}>
        {({ events }) =>
          events.edges.length === 0 ? (
            <EmptyState icon="event" title={t('noEvents')} text={t('noEventsText')} />
          ) : (
            <Stack gap="sm">
              {events.edges
                .map(({ node }) => node)
                .toSorted((a, b) => Number(b.isRunning) - Number(a.isRunning))
                .map((event) => (
                  <EventLink key={event.id} event={event} />
                ))}
            </Stack>
          )
        }
      </QueryView>
    </Page>
  );
}
