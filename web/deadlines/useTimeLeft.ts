import { useTranslation } from 'react-i18next';
import { useServerNow } from '#web/lib/clock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns how much time is left until a moment, or how long ago it passed, in words. */
export function useTimeLeft(): (dueAt: string) => string {
  const { t } = useTranslation('deadlines');
  const now = useServerNow();
  return (dueAt) => {
    const left = Date.parse(dueAt) - now;
    const size = Math.abs(left);
    const way = left < 0 ? 'over' : 'left';
    if (size >= 2 * day) return t(`${way}.days`, { count: Math.floor(size / day) });
    if (size >= hour) return t(`${way}.hours`, { count: Math.floor(size / hour) });
    return t(`${way}.minutes`, { count: Math.floor(size / minute) });
  };
}
