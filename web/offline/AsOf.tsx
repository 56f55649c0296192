import { useTranslation } from 'react-i18next';
import { useNow } from '#web/lib/clock.ts';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { formatRelative, formatShort, formatTime, isSameDay } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';

/** Shows the time and age of a copy, and that no newer one exists while the server is away. */
export function AsOf({ at }: { at: number }) {
  const { t } = useTranslation('offline');
  const { timeZone } = useSystem();
  const now = useNow();
  const broken = useConnectionBroken();
  const time = isSameDay(at, now, timeZone) ? formatTime(at, timeZone) : formatShort(at, timeZone);
  const words = { time, ago: formatRelative(at, Math.max(at, now)) };
  return <time dateTime={new Date(at).toISOString()}>{t(broken ? 'asOf.broken' : 'asOf.connected', words)}</time>;
}
