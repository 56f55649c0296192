import { useTranslation } from 'react-i18next';
import type { Likely } from './queries.ts';

/** Returns texts about likely attendees and the forecast. */
export function useLikelyWords(): { range: (likely: Likely) => string; source: (likely: Likely) => string } {
  const { t } = useTranslation('drafts');
  return {
    range: ({ from, to, minutes }) =>
      from === to ? t('likely.number', { count: to, minutes }) : t('likely.range', { from, to, minutes }),
    source: ({ alarms }) => (alarms ? t('likely.source', { count: alarms }) : t('likely.usual')),
  };
}
