import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './contacts.module.css';

/** Says that a group or list holds somebody of the crisis team. */
export function CrisisMark() {
  const { t } = useTranslation('contacts');
  return (
    <span className={classes['crisis']}>
      <Icon name="star" size={16} /> {t('holdsCrisis')}
    </span>
  );
}
