import { useTranslation } from 'react-i18next';
import type { MonitorState } from '#shared/monitor.ts';
import { formatClock } from '#web/lib/format.ts';
import classes from './monitor.module.css';

export function Head({ state: { event, timeZone }, now }: { state: MonitorState; now: number }) {
  const { t } = useTranslation('monitor');
  const { name, type, place, mode, since, finishedAt } = event;
  const end = finishedAt === null ? now : Date.parse(finishedAt);
  const duration = durationOf(end - Date.parse(since));
  return (
    <header className={classes['head']}>
      <div className={classes['what']}>
        <h1>{name}</h1>
        <p>
          {mode !== 'LIVE' && <b className={classes['mode']}>{t(`mode.${mode}`)}</b>}
          {[type, place].filter(Boolean).join(' · ')}
        </p>
      </div>
      <div className={classes['when']}>
        <time className={classes['clock']}>{formatClock(now, timeZone)}</time>
        <p>{t(finishedAt === null ? 'runningFor' : 'finishedAfter', { duration })}</p>
      </div>
    </header>
  );
}

/** Formats "04:12" hours and minutes, with days. */
function durationOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  const clock = `${String(hours).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return days > 0 ? `${days} d ${clock}` : clock;
}
