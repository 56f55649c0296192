import { useTranslation } from 'react-i18next';
import { apiMessage } from '#web/lib/i18n.ts';
import classes from './RecipientItem.module.css';

/** Why a recipient has the status they have, in words; a provider's own words stand as they came. */
export function ReasonText({ reason }: { reason: string | null }) {
  const { t, i18n } = useTranslation('messages');
  if (!reason) return null;
  const known = i18n.exists(`messages:reason.${reason}`);
  return <span className={classes['quiet']}>{known ? t(`reason.${reason}`) : t('reasonOther', { reason })}</span>;
}

/** The words for why a message as a whole failed: a reason of delivery or a refusal. */
export function useProblemText(): (key: string) => string {
  const { t, i18n } = useTranslation('messages');
  return (key) => (i18n.exists(`messages:reason.${key}`) ? t(`reason.${key}`) : apiMessage(key));
}
