import { useTranslation } from 'react-i18next';
import { leftAt } from '#shared/left.ts';
import type { MonitorState } from '#shared/monitor.ts';
import { formatTime } from '#web/lib/format.ts';
import classes from './monitor.module.css';

const MOST = 6;
const FITS = 18; // letters that fit on one line next to the time
const looks = { in: 'waiting', now: 'waiting', late: 'late', overdue: 'exhausted' } as const;

/** The next arrivals by time, counted down until the alarm is over; as many as fit. */
export function Coming({ state, isOver, now }: { state: MonitorState; isOver: boolean; now: number }) {
  const { t } = useTranslation('monitor');
  const { coming, moreComing, arrived, timeZone } = state;
  const shown = coming.slice(0, MOST);
  const rest = moreComing + coming.length - shown.length;
  return (
    <section className={classes['part']}>
      <h2>
        {t('coming.title')}
        <b>{t('coming.arrived', { count: arrived })}</b>
      </h2>
      {coming.length === 0 && <p className={classes['quiet']}>{t('coming.none')}</p>}
      <ul>
        {shown.map(({ name, function: wanted, expectedAt, overdueAt }, at) => {
          const left = expectedAt === null || isOver ? null : leftAt({ expectedAt, overdueAt }, now);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
            <li key={at} className={classes['row']} data-state={looks[left?.word ?? 'in']}>
              <span className={classes['who']}>
                <span className={classes['name']} data-long={name.length > FITS}>
                  {name}
                </span>
                {wanted && <small className={classes['name']}>{wanted}</small>}
              </span>
              <span className={classes['figure']}>
                {expectedAt === null ? t('coming.open') : formatTime(expectedAt, timeZone)}
                {left && <small>{t(`coming.${left.word}`, { count: left.count })}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      {rest > 0 && <p className={classes['quiet']}>{t('coming.more', { count: rest })}</p>}
    </section>
  );
}
