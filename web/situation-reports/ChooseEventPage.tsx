import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EventBadges } from '#web/events/EventBadges.tsx';
import { useData } from '#web/lib/data.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import classes from './ChooseEventPage.module.css';
import { EventsToChooseQuery } from './queries.ts';

/** Chooses the event whose situation reports are wanted; the running ones stand first. */
export function ChooseEventPage() {
  const { t } = useTranslation('situationReports');
  const state = useData(EventsToChooseQuery, {});
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
                  <Link key={event.id} to={`/event/${event._id}/situation-reports`} className={classes['event']}>
                    <span className={classes['words']}>
                      <span className={classes['name']}>{event.name}</span>
                      <span className={classes['time']}>
                        <DateTime value={event.eventDate} />
                      </span>
                    </span>
                    <EventBadges event={event} />
                    <Icon name="chevronRight" size={20} />
                  </Link>
                ))}
            </Stack>
          )
        }
      </QueryView>
    </Page>
  );
}
