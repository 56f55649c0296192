import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { MonitorState } from '#shared/monitor.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatClock, formatTime } from '#web/lib/format.ts';
import { Coming } from './Coming.tsx';
import { Head } from './Head.tsx';
import { LastLines } from './LastLines.tsx';
import { MonitorFunctions } from './MonitorFunctions.tsx';
import classes from './monitor.module.css';
import { SafetyPanel } from './SafetyPanel.tsx';
import { useMonitor } from './useMonitor.ts';
import { useWakeLock } from './useWakeLock.ts';

const TICK = 1000;

/** The monitor of an event for a wall screen: no interaction, legible from three metres. */
export function Monitor({ event, token }: { event: number; token: string }) {
  const { t } = useTranslation('monitor');
  const { state, lostAt, ahead, isOver } = useMonitor(event, token);
  const now = useNow({ every: TICK }) + ahead;
  useWakeLock();
  const name = state?.event.name;
  useEffect(() => {
    document.title = name ?? t('title');
  }, [name, t]);
  if (isOver) return <Said title={t('over')} text={t('overText')} />;
  if (!state) return <Said title={lostAt === null ? t('loading') : t('unreachable')} text={t('loadingText')} />;
  const isEnded = Boolean(state.event.allClearAt ?? state.event.finishedAt);
  const minutes = lostAt === null ? 0 : Math.floor((now - ahead - lostAt) / 60_000);
  return (
    <main className={classes['monitor']}>
      <Head state={state} now={now} />
      {state.event.allClearAt && (
        <p role="status" className={classes['clear']}>
          {t('allClear', { time: formatTime(state.event.allClearAt, state.timeZone) })}
        </p>
      )}
      {state.event.stayedInside && !isEnded && (
        <p role="alert" className={classes['lost']}>
          {t(`inside.${state.event.stayedInside}`)}
        </p>
      )}
      {state.stranded > 0 && !state.event.stayedInside && !isEnded && (
        <p role="alert" className={classes['lost']}>
          {t('stranded', { count: state.stranded })}
        </p>
      )}
      {lostAt !== null && (
        <p role="alert" className={classes['lost']}>
          {t(minutes > 0 ? 'lostFor' : 'lost', { time: formatClock(lostAt + ahead, state.timeZone), count: minutes })}
        </p>
      )}
      <div className={classes['columns']} data-three={Boolean(state.rollCall) && state.functions.length > 0}>
        {state.rollCall && <SafetyPanel rollCall={state.rollCall} />}
        {(!state.rollCall || state.functions.length > 0) && (
          <MonitorFunctions
            functions={state.functions}
            isOver={isEnded}
            isAlone={state.coming.length + state.moreComing === 0 && !state.rollCall}
          />
        )}
        {showsComing(state) && <Coming state={state} isOver={isEnded} now={now} />}
      </div>
      <LastLines log={state.log} timeZone={state.timeZone} />
    </main>
  );
}

/** A roll call alone asks nobody to come. */
const showsComing = ({ rollCall, functions, coming, moreComing, arrived }: MonitorState) =>
  !rollCall || functions.length + coming.length + moreComing + arrived > 0;

const Said = ({ title, text }: { title: string; text: string }) => (
  <main className={classes['said']}>
    <h1>{title}</h1>
    <p>{text}</p>
  </main>
);
