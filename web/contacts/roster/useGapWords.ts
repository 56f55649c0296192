import { useTranslation } from 'react-i18next';
import { localeOf } from '#shared/languages.ts';
import { useSystem } from '#web/lib/system.tsx';
import type { GapRow } from './queries.ts';

/** Returns a gap in words: "Freitag, 27.11., 18:00 bis 22:00: niemand". */
export function useGapWords(): (gap: GapRow) => string {
  const { t, i18n } = useTranslation('roster');
  const { timeZone } = useSystem();
  const locale = localeOf(i18n.language);
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'numeric', timeZone });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone });
  return ({ from, until }) => {
    const [start, end] = [new Date(from), new Date(until)];
    const isSameDay = day.format(start) === day.format(end);
    const ending = isSameDay ? time.format(end) : `${day.format(end)}, ${time.format(end)}`;
    return t('gaps.one', { from: `${day.format(start)}, ${time.format(start)}`, until: ending });
  };
}
