import { useTranslation } from 'react-i18next';
import { useMoment } from '#web/lib/system.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './EndStrip.module.css';

type Ended = { allClearAt: string | null; finishedAt: string | null };

/** Reports since when the all-clear or the end of the event applies; otherwise empty. */
export function EndStrip({ of }: { of: Ended }) {
  const { t } = useTranslation('events');
  const moment = useMoment();
  const { allClearAt, finishedAt } = of;
  if (!allClearAt && !finishedAt) return null;
  const moments = [
    allClearAt && t('end.allClear', { time: moment(allClearAt) }),
    finishedAt && t('end.finished', { time: moment(finishedAt) }),
  ];
  return (
    <p className={classes['strip']} data-clear={Boolean(allClearAt)} role="status">
      <Icon name="checkCircle" />
      <span>
        <strong>{moments.filter(Boolean).join(' · ')}.</strong>
        {allClearAt && ` ${t('end.nobodyElse')}`}
      </span>
    </p>
  );
}
