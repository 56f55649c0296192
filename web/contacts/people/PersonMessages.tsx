import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import classes from '#web/contacts/contacts.module.css';
import { AnswerBadge, ChannelName, RecipientStatusBadge } from '#web/messages/StatusBadges.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { PersonDetails } from './queries.ts';

/** The person's recent messages, with delivery and answers. */
export function PersonMessages({ person }: { person: PersonDetails }) {
  const { t } = useTranslation();
  return (
    <ul className={classes['lines']}>
      {person.messageRecipients.edges.map(({ node: { _id, message, status, sentAt, answer } }) => (
        <li key={_id} className={classes['line']}>
          <div className={classes['lineText']}>
            <Link
              to={`/event/${message.report.event._id}/report/${message.report._id}/message/${message._id}`}
              className={classes['lineName']}
            >
              {message.title}
            </Link>
            <span className={classes['lineNote']}>
              {message.report.event.name}
              {sentAt && (
                <>
                  {' · '}
                  <DateTime value={sentAt} />
                </>
              )}
            </span>
          </div>
          <div className={classes['badges']}>
            {message.report.event.mode !== 'LIVE' && (
              <StatusBadge tone="exercise" icon="exercise">
                {t(`mode.${message.report.event.mode}.title`)}
              </StatusBadge>
            )}
            <ChannelName channel={message.channel} />
            <RecipientStatusBadge status={status} channel={message.channel} />
            {message.requestAnswer && <AnswerBadge answer={answer} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
