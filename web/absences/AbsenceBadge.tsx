import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';

/** That a person cannot be reached at the moment, and until when; nothing where they can. */
export function AbsenceBadge({ absence }: { absence: { until: string | null } | null | undefined }) {
  const { t } = useTranslation('roster');
  const { timeZone } = useSystem();
  if (!absence) return null;
  const { until } = absence;
  return (
    <StatusBadge tone="warning" icon="pause">
      {until ? t('absence.until', { until: formatDateTime(until, timeZone) }) : t('absence.open')}
    </StatusBadge>
  );
}
