import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import classes from './ModeBanner.module.css';

/** Marks an exercise or a test above its content. */
export function ModeBanner({ mode }: { mode: 'LIVE' | 'EXERCISE' | 'TEST' }) {
  const { t } = useTranslation();
  if (mode === 'LIVE') return null;
  return (
    <div className={classes['banner']} role="note">
      <Icon name="exercise" />
      <span>
        <strong>{t(`mode.${mode}.title`)}</strong> {t(`mode.${mode}.text`)}
      </span>
    </div>
  );
}
