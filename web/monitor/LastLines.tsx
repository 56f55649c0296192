import { useTranslation } from 'react-i18next';
import type { MonitorState } from '#shared/monitor.ts';
import { formatTime } from '#web/lib/format.ts';
import classes from './monitor.module.css';

/** The last lines of the log. */
export function LastLines({ log, timeZone }: { log: MonitorState['log']; timeZone: string }) {
  const { t } = useTranslation('monitor');
  return (
    <section className={classes['log']} aria-label={t('log')}>
      {log.length === 0 && <p className={classes['quiet']}>{t('logEmpty')}</p>}
      <ol>
        {log.map(({ at, text }) => (
          <li key={at + text}>
            <time>{formatTime(at, timeZone)}</time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
