import { useTranslation } from 'react-i18next';
import { apiMessage } from '#web/lib/i18n.ts';
import type { Preflight } from './queries.ts';

/** The words for a warning or an obstacle of the preflight: its own, or those of the refusal it names. */
export function usePreflightText(): (key: string, preflight: Preflight) => string {
  const { t, i18n } = useTranslation('reports');
  return (key, { channels }) => {
    const empty = channels.filter(({ people }) => people === 0);
    const names = empty.map(({ channel }) => channel.name).join(', ');
    return i18n.exists(`reports:check.${key}`) ? t(`check.${key}`, { names, count: empty.length }) : apiMessage(key);
  };
}
