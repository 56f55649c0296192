import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { guarded } from '#web/ui/loading/tap-guard.ts';
import classes from './Starts.module.css';
import { type Start, startsFor } from './start-actions.ts';

/** Returns the actions that this user may start. */
export function useStarts(): Start[] {
  const { can } = useViewer();
  return startsFor(can);
}

/** The large start buttons. The red one alerts people. */
export function Starts({ starts }: { starts: Start[] }) {
  const { t } = useTranslation('home');
  return (
    <nav className={classes['starts']} aria-label={t('question')}>
      {starts.map(({ name, to, icon }) => (
        <Link key={name} to={to} className={classes['start']} data-start={name} {...guarded}>
          <Icon name={icon} size={44} />
          <span className={classes['words']}>
            <span className={classes['name']}>{t(`start.${name}.name`)}</span>
            <span className={classes['text']}>{t(`start.${name}.text`)}</span>
          </span>
        </Link>
      ))}
    </nav>
  );
}
