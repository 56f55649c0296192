import { ActionIcon } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AbsenceBadge } from '#web/absences/AbsenceBadge.tsx';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { ReasonText } from '#web/messages/ReasonText.tsx';
import { ReplyWords } from '#web/messages/ReplyWords.tsx';
import { AnswerBadge, RecipientStatusBadge } from '#web/messages/StatusBadges.tsx';
import { ChannelSign } from '#web/messages/signs/ChannelSign.tsx';
import { notAsked } from '#web/messages/status.ts';
import type { ReportMessage, ReportPersonRow } from '#web/reports/queries.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ArrivalButton } from './ArrivalButton.tsx';
import { ArrivalWords } from './ArrivalWords.tsx';
import { arrivingAt } from './arriving.ts';
import { CallButton } from './CallButton.tsx';
import { useRecording } from './Recording.tsx';
import classes from './ReportPeople.module.css';

type Props = {
  entry: ReportPersonRow;
  /** Where they stand in the whole list, of which only a part is drawn. */
  place: { 'aria-posinset': number; 'aria-setsize': number };
  /** Those of the report, by message: each row names its own alone. */
  channels: ReadonlyMap<string, ReportMessage['channel']>;
  asksAnswer: boolean;
  now: number;
  onChanged: () => void;
};

/** One person of a report: when they come, what reached them on which channel, what they answered; how to call them. */
export function ReportPerson({ entry, place, channels, asksAnswer, now, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const record = useRecording();
  const { person, arrival, recipients } = entry;
  const arriving = arrival && arrivingAt(arrival, now);
  const mayRecord = asksAnswer && can('record_answer') && recipients.length > 0;
  const role = entry.functions.map(({ name }) => name).join(', ') || person.role[0]?.display;
  return (
    <li className={classes['person']} data-state={arriving?.state} {...place}>
      <div className={classes['part']}>
        <Link to={`/person/${person._id}`} className={classes['name']}>
          {[person.title, fullName(person)].filter(Boolean).join(' ')}
        </Link>
        {role && <span className={classes['quiet']}>{role}</span>}
        <AbsenceBadge absence={person.absence} />
      </div>
      {asksAnswer && <Answer {...{ entry, arriving }} />}
      <Delivery recipients={recipients} channels={channels} isProven={entry.answer !== null} />
      <div className={classes['there']}>
        {mayRecord && arrival && arrival.state !== 'not_needed' && (
          <ArrivalButton
            recipient={arrival.recipient}
            name={fullName(person)}
            isThere={arrival.arrivedAt !== null}
            onChanged={onChanged}
          />
        )}
      </div>
      <div className={classes['actions']}>
        <CallButton person={person} onCall={() => mayRecord && record(entry)} />
        {mayRecord && (
          <ActionIcon
            variant="default"
            title={t('record.open')}
            aria-label={t('record.title', { name: fullName(person) })}
            onClick={() => record(entry)}
          >
            <Icon name="edit" size={20} />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}

type AnswerProps = { entry: ReportPersonRow; arriving: ReturnType<typeof arrivingAt> | null };

function Answer({ entry: { answer, arrival, recipients }, arriving }: AnswerProps) {
  const { t } = useTranslation('reports');
  const wasAsked = recipients.some(({ status }) => !notAsked.has(status));
  return (
    <div className={`${classes['part']} ${classes['answer']}`}>
      <span className={classes['label']}>{t('people.answer')}</span>
      {(answer || wasAsked) && (
        <AnswerBadge answer={answer && { ...answer, minutes: arrival ? null : answer.minutes }} />
      )}
      {arrival && arriving && <ArrivalWords arrival={arrival} arriving={arriving} />}
      {answer?.text && (
        <span className={classes['words']}>
          <ReplyWords text={answer.text} source={answer.source} />
        </span>
      )}
      {answer && (
        <span className={classes['quiet']}>
          {t('people.answeredAt')} <DateTime value={answer.at} />
        </span>
      )}
    </div>
  );
}

type DeliveryProps = Pick<ReportPersonRow, 'recipients'> &
  Pick<Props, 'channels'> & {
    /** They answered: on a telephone only what went wrong takes room. */
    isProven: boolean;
  };

function Delivery({ recipients, channels, isProven }: DeliveryProps) {
  const { t } = useTranslation('reports');
  // a channel that the person has no address for says little where another one reaches them
  const lacking = recipients.filter(({ statusReason }) => statusReason === 'no_address');
  const attempts = recipients.filter((recipient) => !lacking.includes(recipient));
  const isQuiet = isProven && recipients.every(({ status }) => status !== 'failed' && status !== 'expired');
  return (
    <div className={`${classes['part']} ${isQuiet ? classes['proven'] : ''}`}>
      <span className={classes['label']}>{t('people.delivery')}</span>
      {(attempts.length ? attempts : recipients).map((recipient) => (
        <span key={recipient.id} className={classes['delivery']}>
          <ChannelSign
            channelType={(channels.get(recipient.message.id) ?? recipient.message.channel).channelType}
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
  );
}
