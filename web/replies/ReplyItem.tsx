import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName } from '#web/lib/viewer.tsx';
import { AnswerBadge, ChannelName } from '#web/messages/StatusBadges.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { ReplyRow } from './queries.ts';
import { ReplyText } from './ReplyText.tsx';
import classes from './replies.module.css';

type Action = (() => void) | undefined;
type Props = { reply: ReplyRow; onAssign: Action; onFile: Action; onReopen: Action };

/** One reply: its full text, source and result. */
export function ReplyItem({ reply, onAssign, onFile, onReopen }: Props) {
  const { t } = useTranslation('replies');
  const { person } = reply.recipient ?? {};
  const people = person ? [person] : reply.senders;
  return (
    <li className={classes['item']}>
      <div className={classes['head']}>
        {people.map((one) => (
          <Link key={one._id} to={`/person/${one._id}`} className={classes['from']}>
            {fullName(one)}
          </Link>
        ))}
        {people.length === 0 && <span className={classes['from']}>{reply.from}</span>}
        <span className={classes['quiet']}>
          {people.length > 0 && `${reply.from} · `}
          <DateTime value={reply.at} />
        </span>
        <ChannelName channel={reply.channel} />
      </div>
      <ReplyText reply={reply} />
      {reply.remark && <p className={classes['quiet']}>{t(`remark.${reply.remark}`)}</p>}
      <div className={classes['foot']}>
        <Fate reply={reply} />
        <div className={classes['actions']}>
          {onFile && (
            <Button variant="default" leftSection={<Icon name="archive" size={20} />} onClick={onFile}>
              {t('file')}
            </Button>
          )}
          {onReopen && (
            <Button variant="default" leftSection={<Icon name="undo" size={20} />} onClick={onReopen}>
              {t('reopen')}
            </Button>
          )}
          {onAssign && (
            <Button
              variant={reply.isOpen ? 'filled' : 'default'}
              leftSection={<Icon name="person" size={20} />}
              onClick={onAssign}
            >
              {t(reply.answer?.option ? 'assignAnew' : 'assign')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

/** The result of a reply, and who decided it. */
function Fate({ reply }: { reply: ReplyRow }) {
  const { t } = useTranslation('replies');
  const { answer, recipient, assignedBy, filedBy } = reply;
  if (reply.isOpen) return <StatusBadge tone="warning">{t(answer ? 'fate.words' : 'fate.open')}</StatusBadge>;
  if (!answer?.option) {
    const wish = reply.wish && t(`fate.${reply.wish}`);
    const end = filedBy
      ? t('fate.filedBy', { name: fullName(filedBy) })
      : t(recipient ? 'fate.answered' : 'fate.filed');
    // the program also closed a reply that it understood as a request, so the request alone says enough
    const words = wish && !filedBy && !recipient ? [wish] : [wish, end];
    return <span className={classes['quiet']}>{words.filter(Boolean).join(' · ')}</span>;
  }
  return (
    <div className={classes['head']}>
      <AnswerBadge answer={answer} />
      <span className={classes['quiet']}>
        {recipient?.message.report.title} ·{' '}
        {assignedBy ? t('fate.assignedBy', { name: fullName(assignedBy) }) : t('fate.automatic')}
      </span>
    </div>
  );
}
