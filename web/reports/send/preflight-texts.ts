import { useTranslation } from 'react-i18next';
import { apiMessage } from '#web/lib/i18n.ts';

/** The words for a warning or an obstacle of the preflight: its own, or those of the refusal it names. */
export function usePreflightText(): (key: string) => string {
  const { t, i18n } = useTranslation('reports');
  return (key) => (i18n.exists(`reports:check.${key}`) ? t(`check.${key}`) : apiMessage(key));
}
