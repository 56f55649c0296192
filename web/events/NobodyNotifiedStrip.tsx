import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EventDetails } from '#web/event-page/queries.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './NobodyNotifiedStrip.module.css';
import type { EventRow } from './queries.ts';

type Props = {
  what: NonNullable<EventDetails['stayedInside']> | 'mailbox';
  of?: 'activation' | 'report';
  /** An address or an action to call the intended people. */
  call?: string | (() => void) | undefined;
  events?: readonly Pick<EventRow, '_id' | 'name'>[];
};

/**
 * Warns that a live event's messages reached no one outside so far, with a link to the channels; on the start page, links to the
 * events.
 */
export function NobodyNotifiedStrip({ what, of = 'activation', call, events = [] }: Props) {
  const { t } = useTranslation('events');
  return (
    <div className={classes['strip']} role="alert">
      <Icon name={what === 'mailbox' ? 'exercise' : 'event'} />
      <span>
        {events.map(({ _id, name }) => (
          <Link key={_id} to={`/event/${_id}`} className={classes['name'] ?? ''}>
            {name}
          </Link>
        ))}
        {t(`inside.${of}.${what}`, { count: events.length || 1 })} {call && <Call by={call} />}
        {what !== 'stopped' && <Channels />}
      </span>
    </div>
  );
}

function Call({ by }: { by: string | (() => void) }) {
  const { t } = useTranslation('events');
  return (
    <>
      {typeof by === 'string' ? (
        <Link to={by}>{t('inside.call')}</Link>
      ) : (
        <Anchor component="button" type="button" fz="inherit" fw="inherit" onClick={by}>
          {t('inside.call')}
        </Anchor>
      )}
      {' · '}
    </>
  );
}

function Channels() {
  const { t } = useTranslation('events');
  const { can } = useViewer();
  return can('manage_channel') ? <Link to="/administration/channels">{t('inside.channels')}</Link> : t('inside.ask');
}
