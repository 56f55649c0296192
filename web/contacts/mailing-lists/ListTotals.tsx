import { useTranslation } from 'react-i18next';
import classes from '#web/contacts/contacts.module.css';

type Props = { list: { personTotal: number; unreachableTotal: number } };

/** Counts the people that a mailing list reaches, and those without an address. */
export function ListTotals({ list: { personTotal, unreachableTotal } }: Props) {
  const { t } = useTranslation('contacts');
  return (
    <span className={classes['quiet']}>
      {t('list.reaches', { count: personTotal })}
      {unreachableTotal > 0 && (
        <>
          {' · '}
          <span className={classes['lacking']}>{t('list.unreachable', { count: unreachableTotal })}</span>
        </>
      )}
    </span>
  );
}
