import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Left, leftAt } from '#shared/left.ts';
import type { MonitorState } from '#shared/monitor.ts';
import { formatTime } from '#web/lib/format.ts';
import classes from './monitor.module.css';
import { Name } from './Name.tsx';

const MOST = 6;
const looks = { in: 'waiting', now: 'waiting', late: 'late', overdue: 'exhausted' } as const;

export function Coming({ state, isOver, now }: { state: MonitorState; isOver: boolean; now: number }) {
  const { t } = useTranslation('monitor');
  const { coming, moreComing, arrived, timeZone } = state;
  const shown = coming.slice(0, MOST);
  const { list, most } = useWhole();
  const rest = moreComing + coming.length - Math.min(shown.length, most);
  const wordsOf = ({ word, count }: Left) => {
    const hours = Math.floor(count / 60);
    const isLong = hours > 1 && (word === 'late' || word === 'overdue');
    return isLong ? t(`coming.${word}Hours`, { count: hours }) : t(`coming.${word}`, { count });
  };
  return (
    <section className={classes['part']}>
      <h2>
        {t('coming.title')}
        <b>{t('coming.arrived', { count: arrived })}</b>
      </h2>
      {coming.length === 0 && <p className={classes['quiet']}>{t('coming.none')}</p>}
      <ul ref={list}>
        {shown.map(({ name, function: wanted, expectedAt, overdueAt }, at) => {
          const left = expectedAt === null || isOver ? null : leftAt({ expectedAt, overdueAt }, now);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
            <li key={at} className={classes['row']} data-state={looks[left?.word ?? 'in']} data-beyond={at >= most}>
              <span className={classes['who']}>
                <Name>{name}</Name>
                {wanted && <small className={classes['name']}>{wanted}</small>}
              </span>
              <span className={classes['figure']}>
                {expectedAt === null ? t('coming.open') : formatTime(expectedAt, timeZone)}
                {left && <small>{wordsOf(left)}</small>}
              </span>
            </li>
          );
        })}
      </ul>
      {rest > 0 && <p className={classes['quiet']}>{t('coming.more', { count: rest })}</p>}
    </section>
  );
}

/** Counts the completely visible rows. */
function useWhole() {
  const list = useRef<HTMLUListElement>(null);
  const [most, setMost] = useState(MOST);
  useLayoutEffect(() => {
    const { bottom } = list.current!.getBoundingClientRect();
    const ends = [...list.current!.children].map((row) => row.getBoundingClientRect().bottom);
    const whole = ends.filter((end) => end <= bottom + 1).length;
    setMost(whole === ends.length ? MOST : Math.max(1, whole));
  });
  return { list, most };
}
