import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DateTime } from '#web/ui/DateTime.tsx';
import { EventBadges } from './EventBadges.tsx';
import classes from './EventCard.module.css';
import { EventTypeIcon } from './EventTypeIcon.tsx';
import { eventTypeOf, otherAlarmOf } from './kind.ts';
import { LocationSign } from './LocationSign.tsx';
import type { EventRow } from './queries.ts';

/** An event as a card that links to its page; `children` appear below, for example its activation's progress. */
export function EventCard({ event, children }: { event: EventRow; children?: ReactNode }) {
  const { t } = useTranslation('events');
  const type = eventTypeOf(event);
  const other = otherAlarmOf(event);
  return (
    <article className={classes['card']} data-running={event.isRunning && !event.allClearAt} data-mode={event.mode}>
      <div className={classes['cardHead']}>
        <EventTypeIcon type={type} />
        <div className={classes['cardText']}>
          <h3 className={classes['cardTitle']}>
            <Link to={`/event/${event._id}`} className={classes['cover']}>
              {event.name}
            </Link>
          </h3>
          <p className={classes['cardMeta']}>
            {type && <span>{type.name}</span>}
            {other && (
              <span>
                {t('lastAlarm')} {other.name}
              </span>
            )}
            <span>
              {event.isRunning ? t('since') : null} <DateTime value={event.eventDate} />
            </span>
            {(event.location || event.place) && (
              <span>
                <LocationSign location={event.location} size={18} /> {event.location?.name ?? event.place}
              </span>
            )}
          </p>
        </div>
        <EventBadges event={event} />
      </div>
      {children}
    </article>
  );
}
