import { useTranslation } from 'react-i18next';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './incoming.module.css';
import type { IncomingRow } from './queries.ts';

/** An item's responsible person, notified people and end. */
export function IncomingState({ item }: { item: IncomingRow }) {
  const { t } = useTranslation('incoming');
  const { closedAt, closedBy, takenBy, takenAt, nobodyLeftAt, nextNoticeAt, notices } = item;
  return (
    <div className={classes['state']}>
      {closedAt ? (
        <span className={classes['row']}>
          <StatusBadge tone="good">{t('state.closed')}</StatusBadge>
          <span className={classes['quiet']}>
            {closedBy ? t('state.closedBy', { name: fullName(closedBy) }) : t('state.closedBySource')} ·{' '}
            <DateTime value={closedAt} />
          </span>
        </span>
      ) : (
        !takenBy && (
          <span className={classes['row']}>
            <StatusBadge tone="warning">{t('state.waiting')}</StatusBadge>
            {nobodyLeftAt && <strong>{t('state.nobodyLeft')}</strong>}
            {nextNoticeAt && (
              <span className={classes['quiet']}>
                {t('state.next')} <DateTime value={nextNoticeAt} show="time" />
              </span>
            )}
          </span>
        )
      )}
      {takenBy && takenAt && (
        <span className={classes['row']}>
          {!closedAt && <StatusBadge tone="active">{t('state.taken')}</StatusBadge>}
          <span className={classes['quiet']}>
            {t('state.takenBy', { name: fullName(takenBy) })} · <DateTime value={takenAt} />
          </span>
        </span>
      )}
      {notices.map(({ person, at, hasAddress }) => (
        <span key={person._id} className={classes['quiet']}>
          {t(hasAddress ? 'state.notified' : 'state.passedOver', { name: fullName(person) })} ·{' '}
          <DateTime value={at} show="time" />
        </span>
      ))}
    </div>
  );
}
