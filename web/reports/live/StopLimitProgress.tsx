import { useTranslation } from 'react-i18next';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import classes from './StopLimitProgress.module.css';

type Limit = ReportDetails['answers']['limits'][number];

/** For each group with a stop limit: how many are wanted, how many come, how many were asked and can still be asked. */
export function StopLimitProgress({ limits }: { limits: Limit[] }) {
  return (
    <ul className={classes['limits']}>
      {limits.map((limit) => (
        <Progress key={limit.group.id} limit={limit} />
      ))}
    </ul>
  );
}

function Progress({ limit: { group, needed, reached, contacted, remaining } }: { limit: Limit }) {
  const { t } = useTranslation('reports');
  const isReached = reached >= needed;
  const isExhausted = !isReached && remaining === 0;
  const outcome = isReached ? 'reached' : isExhausted ? 'exhausted' : 'open';
  return (
    <li className={classes['limit']}>
      <div className={classes['head']}>
        <strong>{group.name}</strong>
        <span className={classes['state']} data-outcome={outcome}>
          <Icon name={isReached ? 'checkCircle' : isExhausted ? 'event' : 'clock'} size={20} />
          {t(`limit.${outcome}`, { count: needed - reached })}
        </span>
      </div>
      <ProgressBar
        percentage={Math.min(100, Math.floor((reached / needed) * 100))}
        label={t('limit.progress', { group: group.name, reached, needed })}
        tone={isReached ? 'good' : isExhausted ? 'bad' : 'active'}
      />
      <p className={classes['counts']}>
        {t('limit.needed', { reached, needed })} · {t('limit.contacted', { count: contacted })} ·{' '}
        {t('limit.remaining', { count: remaining })}
      </p>
    </li>
  );
}
