import { formatDate, formatDateTime, formatExact, formatRelative, formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';

type Props = { value: string; show?: 'dateTime' | 'date' | 'time' | 'relative' | 'second' };

/** A moment in the interface's language and the installation's time zone; the exact moment is its title. */
export function DateTime({ value, show = 'dateTime' }: Props) {
  const { timeZone } = useSystem();
  const exact = formatDateTime(value, timeZone);
  const text = {
    dateTime: () => exact,
    date: () => formatDate(value, timeZone),
    time: () => formatTime(value, timeZone),
    relative: () => formatRelative(value),
    second: () => formatExact(value, timeZone),
  }[show]();
  return (
    <time dateTime={value} title={text === exact ? undefined : exact}>
      {text}
    </time>
  );
}
