import { useTranslation } from 'react-i18next';
import { Panel } from '#web/ui/Panel.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { StatusBadge, type Tone } from '#web/ui/StatusBadge.tsx';
import classes from './afterAction.module.css';
import { between } from './between.ts';
import type { AfterAction } from './queries.ts';

type Limit = AfterAction['limits'][number];

const tones: Record<Limit['state'], Tone> = { filled: 'good', waiting: 'active', exhausted: 'bad', stopped: 'bad' };

/** The wanted number of each group, its result and time. */
export function LimitOutcomes({ limits }: { limits: readonly Limit[] }) {
  const { t } = useTranslation('afterAction');
  return (
    <Panel title={t('limits.title')}>
      <ul className={classes['limits']}>
        {limits.map((limit, at) => {
          const { group, list, needed, reached, contacted, state, begunAt, endedAt } = limit;
          const after = between(begunAt, endedAt);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are only shown, and may be named alike
            <li key={at}>
              <div className={classes['limitHead']}>
                <strong>{group}</strong>
                <StatusBadge tone={tones[state]}>{t(`limits.is.${state}`)}</StatusBadge>
              </div>
              <ProgressBar
                percentage={Math.min(100, Math.round((100 * reached) / needed))}
                label={group}
                tone={tones[state]}
              />
              <span className={classes['quiet']}>
                {t('limits.reached', { reached, needed })} · {t('limits.contacted', { count: contacted })}
                {after && ` · ${t(state === 'filled' ? 'limits.filledAfter' : 'limits.endedAfter', { time: after })}`}
                {` · ${list}`}
              </span>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
