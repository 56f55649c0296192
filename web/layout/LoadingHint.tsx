import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from 'react-router';
import classes from './LoadingHint.module.css';

const PATIENCE = 200;

/** Shows "Loading..." if the next page opens slowly. */
export function LoadingHint() {
  const { t } = useTranslation();
  const loading = useNavigation().state === 'loading';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!loading) return setShown(false);
    const timer = setTimeout(() => setShown(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [loading]);
  return <div role="status">{shown && <p className={classes['hint']}>{t('loading')}</p>}</div>;
}
