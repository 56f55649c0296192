import { ActionIcon, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { ReasonText } from '#web/messages/ReasonText.tsx';
import { ReplyWords } from '#web/messages/ReplyWords.tsx';
import { AnswerBadge, RecipientStatusBadge } from '#web/messages/StatusBadges.tsx';
import { channelIcon, notAsked } from '#web/messages/status.ts';
import type { ReportPersonRow } from '#web/reports/queries.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './ReportPeople.module.css';

type Props = { entry: ReportPersonRow; asksAnswer: boolean; onRecord: () => void };

/** One person of a report: what reached them on which channel, and – as a thing of its own – what they answered. */
export function ReportPerson({ entry, asksAnswer, onRecord }: Props) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const { person, answer, recipients } = entry;
  // a channel that the person has no address for says little where another one reaches them
  const lacking = recipients.filter(({ statusReason }) => statusReason === 'no_address');
  const attempts = recipients.filter((recipient) => !lacking.includes(recipient));
  const wasAsked = recipients.some(({ status }) => !notAsked.has(status));
  const mayRecord = asksAnswer && can('record_answer') && recipients.length > 0;
  return (
    <li className={classes['person']}>
      <Link to={`/person/${person._id}`} className={classes['name']}>
        {[person.title, fullName(person)].filter(Boolean).join(' ')}
      </Link>
      <div className={classes['part']}>
        <span className={classes['label']}>{t('people.delivery')}</span>
        {(attempts.length ? attempts : recipients).map((recipient) => (
          <span key={recipient.id} className={classes['delivery']}>
            <Icon
              name={channelIcon(recipient.message.channel.channelType.identifier)}
              size={18}
              label={recipient.message.channel.name}
            />
            <RecipientStatusBadge
              status={recipient.status}
              channel={recipient.message.channel}
              reason={recipient.statusReason}
              plannedAt={recipient.plannedAt}
            />
            <ReasonText reason={recipient.statusReason} maybeDuplicate={recipient.maybeDuplicate} />
            {recipient.message.handedOver && <span className={classes['quiet']}>{t('people.handedOver')}</span>}
          </span>
        ))}
        {attempts.length > 0 && lacking.length > 0 && (
          <span className={classes['quiet']}>
            {t('people.lacking', { channels: lacking.map(({ message }) => message.channel.name).join(', ') })}
          </span>
        )}
      </div>
      {asksAnswer && (
        <div className={classes['part']}>
          <span className={classes['label']}>{t('people.answer')}</span>
          {(answer || wasAsked) && <AnswerBadge answer={answer} />}
          {answer?.text && (
            <span className={classes['words']}>
              <ReplyWords text={answer.text} source={answer.source} />
            </span>
          )}
          {answer && (
            <span className={classes['quiet']}>
              <DateTime value={answer.at} />
            </span>
          )}
        </div>
      )}
      {mayRecord && (
        <div className={classes['action']}>
          <Tooltip label={t('record.open')}>
            <ActionIcon variant="default" aria-label={t('record.title', { name: fullName(person) })} onClick={onRecord}>
              <Icon name="call" size={20} />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </li>
  );
}
