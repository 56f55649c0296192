import { useTranslation } from 'react-i18next';
import { serverNow } from '#web/lib/clock.ts';
import { formatDate, formatShort } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

const season = 90 * 86_400_000;

/** With the time of day if it is near, otherwise with the year. */
const soon = (moment: string, timeZone: string): string =>
  Date.parse(moment) - serverNow() < season ? formatShort(moment, timeZone) : formatDate(moment, timeZone);

/** Marks an absent person, with the end; empty without an absence. */
export function AbsenceBadge({ absence }: { absence: { until: string | null } | null | undefined }) {
  const { t } = useTranslation('messages');
  const { timeZone } = useSystem();
  if (!absence) return null;
  const { until } = absence;
  return (
    <StatusBadge tone="warning" icon="pause">
      {until ? t('absent.until', { until: soon(until, timeZone) }) : t('absent.open')}
    </StatusBadge>
  );
}
