import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { guarded } from '#web/ui/loading/tap-guard.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import classes from './EventCard.module.css';
import type { EventRow } from './queries.ts';

/** An unsent report of the viewer. */
export type BegunReport = { _id: number; reportType: { identifier: string }; event: { _id: number } };

/** Warns users who may alert that an event has no alarm yet. */
export function NobodyAlerted() {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  if (!can('create_activation')) return null;
  return (
    <StatusBadge tone="warning" icon="alarm">
      {t('unalerted.text')}
    </StatusBadge>
  );
}

type Props = { event: Pick<EventRow, '_id' | 'mode'>; begun: readonly BegunReport[] | undefined };

/**
 * The same on an event's card with the next step: to continue this user's unsent alarm or to start one; empty until that is
 * loaded.
 */
export function AlertFirst({ event, begun }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  if (!can('create_activation')) return null;
  const draft = begun?.find(
    (report) => report.event._id === event._id && report.reportType.identifier === 'activation',
  );
  return (
    <div className={classes['alert']}>
      <NobodyAlerted />
      {begun && (
        <Link
          {...guarded}
          to={draft ? `/event/${event._id}/report/${draft._id}` : `/activation?event=${event._id}&mode=${event.mode}`}
        >
          {t(draft ? 'unalerted.send' : 'unalerted.activate')}
        </Link>
      )}
    </div>
  );
}
