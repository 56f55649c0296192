import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import classes from './ModeBanner.module.css';

/** Says on top of everything that belongs to it that an event is an exercise or a test; nothing for a live one. */
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
