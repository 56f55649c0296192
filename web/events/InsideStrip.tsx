import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './InsideStrip.module.css';
import type { EventRow } from './queries.ts';

type Props = {
  what?: 'activation' | 'activationMailbox' | 'report' | 'reportMailbox';
  events?: readonly Pick<EventRow, '_id' | 'name'>[];
};

/** Says that what was sent for a live event reached nobody outside so far, with the way to the channels; on the start page of which events, with the way to each. */
export function InsideStrip({ what = 'activation', events = [] }: Props) {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  return (
    <div className={classes['strip']} role="alert">
      <Icon name="exercise" />
      <span>
        {events.map(({ _id, name }) => (
          <Link key={_id} to={`/event/${_id}`} className={classes['name'] ?? ''}>
            {name}
          </Link>
        ))}
        {t(`inside.${what}`, { count: events.length || 1 })}{' '}
        {can('manage_channel') ? <Link to="/administration/channels">{t('inside.channels')}</Link> : t('inside.ask')}
      </span>
    </div>
  );
}
