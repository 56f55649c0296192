import { useTranslation } from 'react-i18next';
import { formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import type { StatusLook } from '#web/messages/status.ts';
import type { ReportPersonRow } from '#web/reports/queries.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { ArrivalState } from './arriving.ts';
import classes from './ReportPeople.module.css';

const looks: Record<ArrivalState['state'], StatusLook> = {
  expected: { tone: 'active', icon: 'clock' },
  late: { tone: 'warning', icon: 'clock' },
  overdue: { tone: 'bad', icon: 'event' },
  open: { tone: 'neutral', icon: 'question' },
  arrived: { tone: 'good', icon: 'checkCircle' },
  not_needed: { tone: 'neutral', icon: 'minus' },
};

type Props = { arrival: NonNullable<ReportPersonRow['arrival']>; arriving: ArrivalState };

/** Shows when a person arrives, how late they are, or since when they are there. */
export function ArrivalWords({ arrival: { expectedAt, arrivedAt }, arriving: { state, left } }: Props) {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  const at = expectedAt && formatTime(expectedAt, timeZone);
  if (state === 'expected' && left && at)
    return (
      <span className={classes['expected']}>
        {left.word === 'in' && t('arrivals.expectedIn', { time: at, count: left.count })}
        {left.word === 'now' && t('arrivals.expectedNow', { time: at })}
      </span>
    );
  const words = {
    expected: t('arrivals.state.open'),
    open: t('arrivals.state.open'),
    not_needed: t('arrivals.state.not_needed'),
    late: t('arrivals.lateSince', { count: left?.count ?? 0 }),
    overdue: t('arrivals.overdueSince', { count: left?.count ?? 0 }),
    arrived: arrivedAt ? t('arrivals.since', { time: formatTime(arrivedAt, timeZone) }) : t('arrivals.state.arrived'),
  };
  return (
    <span className={classes['delivery']}>
      <StatusBadge {...looks[state]}>{words[state]}</StatusBadge>
      {(state === 'late' || state === 'overdue') && at && (
        <span className={`${classes['quiet']} ${classes['planned']}`}>{t('arrivals.planned', { time: at })}</span>
      )}
    </span>
  );
}
