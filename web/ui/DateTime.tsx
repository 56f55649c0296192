import { serverNow } from '#web/lib/clock.ts';
import { formatDate, formatDateTime, formatExact, formatRelative, formatTime, isSameDay } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import classes from './DateTime.module.css';

type Props = { value: string; show?: 'dateTime' | 'date' | 'time' | 'relative' | 'second' };

/** A moment in the installation's time zone, with the exact one as title. On screen, today shows only its time. */
export function DateTime({ value, show = 'dateTime' }: Props) {
  const { timeZone } = useSystem();
  const exact = formatDateTime(value, timeZone);
  const text = {
    dateTime: () => exact,
    date: () => formatDate(value, timeZone),
    time: () => formatTime(value, timeZone),
    relative: () => formatRelative(value, serverNow()),
    second: () => formatExact(value, timeZone),
  }[show]();
  const time = formatTime(value, timeZone);
  const isToday = show === 'dateTime' && exact.endsWith(time) && isSameDay(value, serverNow(), timeZone);
  return (
    <time className={classes['time']} dateTime={value} title={text === exact && !isToday ? undefined : exact}>
      {isToday ? (
        <>
          <span className={classes['day']}>{exact.slice(0, -time.length)}</span>
          {time}
        </>
      ) : (
        text
      )}
    </time>
  );
}
