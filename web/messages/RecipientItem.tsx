import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { shownPaths } from '#web/lib/paths.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import type { RecipientRow } from './queries.ts';
import { ReasonText } from './ReasonText.tsx';
import classes from './RecipientItem.module.css';
import { ReplyWords } from './ReplyWords.tsx';
import { AnswerBadge, RecipientStatusBadge } from './StatusBadges.tsx';
import { notAsked, type OfKind } from './status.ts';

type Props = {
  recipient: RecipientRow;
  channel: OfKind;
  asksAnswer: boolean;
  action?: ReactNode;
};

/** One recipient: name, delivery and – separately – answer. */
export function RecipientItem({ recipient, channel, asksAnswer, action }: Props) {
  const { t } = useTranslation('messages');
  const { person, status, statusReason, plannedAt, attempts, answer } = recipient;
  return (
    <li className={classes['item']}>
      <div className={classes['who']}>
        {person ? (
          <Link to={`/person/${person._id}`} className={classes['name']}>
            {fullName(person)}
          </Link>
        ) : (
          <span className={classes['name']}>{t('list.noPerson')}</span>
        )}
        {recipient.targetAddress && <span className={classes['quiet']}>{recipient.targetAddress}</span>}
        {recipient.via.length > 0 && (
          <span className={classes['quiet']}>{t('list.via', { path: shownPaths(recipient.via) })}</span>
        )}
      </div>
      <div className={classes['part']}>
        <span className={classes['label']}>{t('list.delivery')}</span>
        <RecipientStatusBadge status={status} channel={channel} reason={statusReason} plannedAt={plannedAt} />
        <ReasonText
          reason={statusReason}
          maybeDuplicate={recipient.maybeDuplicate}
          crossedAllClear={recipient.crossedAllClear}
        />
        {attempts > 1 && <span className={classes['quiet']}>{t('list.attempts', { count: attempts })}</span>}
        {recipient.sentAt && (
          <span className={classes['quiet']}>
            <DateTime value={recipient.sentAt} />
          </span>
        )}
      </div>
      {asksAnswer && (
        <div className={classes['part']}>
          <span className={classes['label']}>{t('list.answer')}</span>
          {(answer || !notAsked.has(status)) && <AnswerBadge answer={answer} />}
          {answer?.text && (
            <span className={classes['words']}>
              <ReplyWords text={answer.text} source={answer.source} />
            </span>
          )}
          {answer && (
            <span className={classes['quiet']}>
              <DateTime value={answer.at} /> · {t([`source.${answer.source}`, 'source.reply'])}
            </span>
          )}
        </div>
      )}
      {action && <div className={classes['action']}>{action}</div>}
    </li>
  );
}
