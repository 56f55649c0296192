import { useTranslation } from 'react-i18next';
import { serverNow } from '#web/lib/clock.ts';
import { formatShort, formatTime, isSameDay } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import type { OpenEvent } from './queries.ts';

/** Returns what distinguishes an event besides its name: kind, place, begin and all-clear. */
export function useEventNote(): (event: OpenEvent) => string {
  const { t } = useTranslation('reports');
  const { timeZone } = useSystem();
  const moment = (at: string) => (isSameDay(at, serverNow(), timeZone) ? formatTime : formatShort)(at, timeZone);
  return ({ name, eventType, activationEventType, location, place, eventDate, allClearAt }) =>
    [(eventType ?? activationEventType)?.name, location?.name ?? place]
      .filter((part) => part && !name.includes(part))
      .concat(t('start.since', { when: moment(eventDate) }))
      .concat(allClearAt ? t('start.cleared', { when: moment(allClearAt) }) : [])
      .join(' · ');
}
