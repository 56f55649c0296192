import { useTranslation } from 'react-i18next';
import classes from './RecipientItem.module.css';

/** Why a recipient has the status they have, in words; a provider's own words stand as they came. */
export function ReasonText({ reason }: { reason: string | null }) {
  const { t, i18n } = useTranslation('messages');
  if (!reason) return null;
  const known = i18n.exists(`messages:reason.${reason}`);
  return <span className={classes['quiet']}>{known ? t(`reason.${reason}`) : t('reasonOther', { reason })}</span>;
}
