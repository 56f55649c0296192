import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EventBadges } from '#web/events/EventBadges.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './ChooseEventPage.module.css';
import type { EventToChoose } from './queries.ts';
import { useIsWriter } from './rights.ts';
import { isOpenReport } from './status.ts';
import { useBegin } from './useBegin.ts';

/** An event that links to its unfinished situation report, or starts one; for readers, to the list. */
export function EventLink({ event }: { event: EventToChoose }) {
  const { t } = useTranslation('situationReports');
  const isWriter = useIsWriter();
  const { begin, busy } = useBegin();
  const last = event.situationReports.edges[0]?.node;
  const words = (
    <>
      <span className={classes['words']}>
        <span className={classes['name']}>{event.name}</span>
        <span className={classes['time']}>
          <DateTime value={event.eventDate} />
          {isWriter && <> · {t(last && isOpenReport(last.status) ? 'goOn' : 'begin', { number: nextNumber(event) })}</>}
        </span>
      </span>
      <EventBadges event={event} />
      <Icon name="chevronRight" size={20} />
    </>
  );
  if (isWriter && !(last && isOpenReport(last.status))) {
    return (
      <button type="button" className={classes['event']} disabled={busy} onClick={() => void begin(event.id)}>
        {words}
      </button>
    );
  }
  const to = isWriter && last ? `situation-report/${last._id}` : 'situation-reports';
  return (
    <Link to={`/event/${event._id}/${to}`} className={classes['event']}>
      {words}
    </Link>
  );
}

function nextNumber({ situationReports }: EventToChoose): number {
  const last = situationReports.edges[0]?.node;
  return last && isOpenReport(last.status) ? last.number : situationReports.totalCount + 1;
}
