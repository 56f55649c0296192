import { useTranslation } from 'react-i18next';
import { apiMessage } from '#web/lib/i18n.ts';
import classes from './RecipientItem.module.css';

type Props = { reason: string | null; maybeDuplicate?: boolean; crossedAllClear?: boolean };

// the number of deliveries is uncertain
const unsure = new Set<string | null>(['unconfirmed', 'outcome_unknown']);

/** Explains a recipient's status; a provider's words stay unchanged. */
export function ReasonText({ reason, maybeDuplicate = false, crossedAllClear = false }: Props) {
  const { t, i18n } = useTranslation('messages');
  const known = i18n.exists(`messages:reason.${reason}`);
  return (
    <>
      {reason && (
        <span className={classes['quiet']}>{known ? t(`reason.${reason}`) : t('reasonOther', { reason })}</span>
      )}
      {maybeDuplicate && !unsure.has(reason) && <span className={classes['quiet']}>{t('list.maybeDuplicate')}</span>}
      {crossedAllClear && <span className={classes['quiet']}>{t('list.crossedAllClear')}</span>}
    </>
  );
}

/** Returns the text for a reason or refusal. */
export function useProblemText(): (key: string) => string {
  const { t, i18n } = useTranslation('messages');
  return (key) => (i18n.exists(`messages:reason.${key}`) ? t(`reason.${key}`) : apiMessage(key));
}

/** Returns the text for a delay and its end. */
export function useDelayText(): (reason: string) => string {
  const { t } = useTranslation('messages');
  const problem = useProblemText();
  return (reason) =>
    reason === 'channel_inactive' ? t('page.delayedOff') : t('page.delayed', { reason: problem(reason) });
}
