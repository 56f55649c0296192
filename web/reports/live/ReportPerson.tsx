import { ActionIcon } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AbsenceBadge } from '#web/absences/AbsenceBadge.tsx';
import { fullName, useViewer } from '#web/lib/viewer.tsx';
import { ReplyWords } from '#web/messages/ReplyWords.tsx';
import { AnswerBadge } from '#web/messages/StatusBadges.tsx';
import { notAsked } from '#web/messages/status.ts';
import type { ReportMessage, ReportPersonRow } from '#web/reports/queries.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ArrivalButton } from './ArrivalButton.tsx';
import { ArrivalWords } from './ArrivalWords.tsx';
import { arrivingAt } from './arriving.ts';
import { CallButton } from './CallButton.tsx';
import { DeliveryNotes, DeliveryStates, isLost } from './DeliveryStates.tsx';
import { useRecording } from './Recording.tsx';
import classes from './ReportPeople.module.css';

/** Notes below a person. */
export type RowNotes = ComponentType<{ entry: ReportPersonRow; now: number }>;

type Props = {
  entry: ReportPersonRow;
  /** The position in the whole list. */
  place: { 'aria-posinset': number; 'aria-setsize': number };
  /** Each row names only its own. */
  channels: ReadonlyMap<string, ReportMessage['channel']>;
  asksAnswer: boolean;
  /** Only one option means yes, so the time of arrival identifies it. */
  hasOneYes: boolean;
  isOver: boolean;
  now: number;
  /** Further notes of a person. */
  Notes?: RowNotes;
  onChanged: () => void;
};

/** One recipient: answer, delivery, and call button; exceptions below. */
export function ReportPerson({ entry, place, channels, asksAnswer, hasOneYes, isOver, now, Notes, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const record = useRecording();
  const { person, arrival, recipients } = entry;
  const arriving = arrival && arrivingAt(arrival, now, isOver);
  const mayRecord = asksAnswer && can('record_answer') && recipients.length > 0;
  const role = entry.functions.map(({ name }) => name).join(', ') || person.role[0]?.display;
  return (
    <li
      className={classes['person']}
      data-state={arriving?.state}
      data-lost={(!entry.answer && isLost(recipients)) || undefined}
      {...place}
    >
      <div className={classes['who']}>
        <Link to={`/person/${person._id}`} className={classes['name']}>
          {[person.title, fullName(person)].filter(Boolean).join(' ')}
        </Link>
        {role && <span className={classes['role']}>{role}</span>}
      </div>
      {asksAnswer && <Answer {...{ entry, hasOneYes, arriving }} />}
      <DeliveryStates recipients={recipients} channels={channels} />
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
            title={t('record.open')}
            aria-label={t('record.title', { name: fullName(person) })}
            onClick={() => record(entry)}
          >
            <Icon name="edit" size={20} />
          </ActionIcon>
        )}
      </div>
      <div className={classes['notes']}>
        <AbsenceBadge absence={person.absence} />
        {entry.answer?.text && (
          <span className={classes['words']}>
            <ReplyWords text={entry.answer.text} source={entry.answer.source} />
          </span>
        )}
        {Notes && <Notes entry={entry} now={now} />}
        <DeliveryNotes recipients={recipients} />
      </div>
    </li>
  );
}

type AnswerProps = Pick<Props, 'entry' | 'hasOneYes'> & { arriving: ReturnType<typeof arrivingAt> | null };

function Answer({ entry: { answer, arrival, recipients }, hasOneYes, arriving }: AnswerProps) {
  const { t } = useTranslation('reports');
  const wasAsked = recipients.some(({ status }) => !notAsked.has(status));
  const isInReserve = !wasAsked && recipients.some(({ status, plannedAt }) => status === 'pending' && !plannedAt);
  const isPlain = hasOneYes && answer?.option?.kind === 'POSITIVE' && !answer.late;
  return (
    <div className={classes['answer']} data-plain={isPlain || undefined}>
      <span className={classes['label']}>{t('people.answer')}</span>
      {(answer || wasAsked) && (
        <AnswerBadge answer={answer && { ...answer, minutes: arrival ? null : answer.minutes }} />
      )}
      {!answer && isInReserve && <span className={classes['quiet']}>{t('people.inReserve')}</span>}
      {arrival && arriving && <ArrivalWords arrival={arrival} arriving={arriving} />}
      {answer && (
        <span className={`${classes['quiet']} ${classes['answeredAt']}`}>
          {t('people.answeredAt')} <DateTime value={answer.at} />
        </span>
      )}
    </div>
  );
}
