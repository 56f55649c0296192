import { useTranslation } from 'react-i18next';
import { apiMessage } from '#web/lib/i18n.ts';
import classes from './RecipientItem.module.css';

type Props = { reason: string | null; maybeDuplicate?: boolean; crossedAllClear?: boolean };

// what these say leaves open how often it came
const unsure = new Set<string | null>(['unconfirmed', 'outcome_unknown']);

/**
 * Why a recipient has the status they have, in words, and that it may have come twice or after the all-clear; a provider's
 * own words stand as they came.
 */
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

/** The words for why a message as a whole failed: a reason of delivery or a refusal. */
export function useProblemText(): (key: string) => string {
  const { t, i18n } = useTranslation('messages');
  return (key) => (i18n.exists(`messages:reason.${key}`) ? t(`reason.${key}`) : apiMessage(key));
}

/** The words for why what has not left yet is late, and when it goes on. */
export function useDelayText(): (reason: string) => string {
  const { t } = useTranslation('messages');
  const problem = useProblemText();
  return (reason) =>
    reason === 'channel_inactive' ? t('page.delayedOff') : t('page.delayed', { reason: problem(reason) });
}
