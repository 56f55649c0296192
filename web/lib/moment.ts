import { useServerNow } from './clock.ts';
import { formatDateTime, formatTime, isSameDay } from './format.ts';
import { useSystem } from './system.tsx';

/** Formats moments in the installation's time zone: only the time of day if it is today, else with the day. */
export function useMoment(): (moment: string) => string {
  const { timeZone } = useSystem();
  const now = useServerNow();
  return (moment) =>
    isSameDay(moment, now, timeZone) ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone);
}
