import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useData } from '#web/lib/data.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './deadlines.module.css';
import { NextDeadlineQuery } from './queries.ts';
import { useTimeLeft } from './useTimeLeft.ts';

type Props = { event: string; version: number };

/** The next open deadline of an event with the number of further ones, as a link to its deadlines. */
export function NextDeadline({ event, version }: Props) {
  const { t } = useTranslation('deadlines');
  const timeLeft = useTimeLeft();
  const { data, refetch } = useData(NextDeadlineQuery, { event }, { keepPrevious: true });
  useEffect(() => {
    if (version > 0) refetch();
  }, [version, refetch]);
  const all = data?.event?.deadlines ?? [];
  if (all.length === 0) return null;
  const open = all.filter(({ state }) => state !== 'REPORTED' && state !== 'NOT_REQUIRED');
  const [next] = open;
  return (
    <Link to={`/event/${data?.event?._id}/deadlines`} className={classes['strip']} data-state={next?.state}>
      <Icon name={next ? 'clock' : 'checkCircle'} />
      <span>
        <strong>{next ? t('next', { name: next.name }) : t('allSettled')}</strong>
        {next?.dueAt && (
          <>
            {' '}
            {t('until')} <DateTime value={next.dueAt} /> ({timeLeft(next.dueAt)})
          </>
        )}
        {open.length > 1 && ` · ${t('further', { count: open.length - 1 })}`}
      </span>
      <Icon name="chevronRight" size={20} />
    </Link>
  );
}
