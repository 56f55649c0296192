import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personName } from '#web/contacts/people/person-name.ts';
import { useServerNow } from '#web/lib/clock.ts';
import { ReplyWords } from '#web/messages/ReplyWords.tsx';
import { AnswerBadge } from '#web/messages/StatusBadges.tsx';
import { notAsked } from '#web/messages/status.ts';
import { Folded } from '#web/reports/Folded.tsx';
import { ArrivalWords } from '#web/reports/live/ArrivalWords.tsx';
import { arrivingAt } from '#web/reports/live/arriving.ts';
import { CallButton } from '#web/reports/live/CallButton.tsx';
import type { ReportPersonRow } from '#web/reports/queries.ts';
import type { OfflineAlarm } from './copies.ts';
import classes from './offline.module.css';

// in a roll call, people who need help
const isFirst = ({ arrival, answer }: ReportPersonRow) => arrival !== null || answer?.option?.safety === 'NEEDS_HELP';

/** The stored recipients of an alarm: expected arrivals or people in need of help, and the others folded. */
export function AlarmPeople({ alarm: { people, total }, isOver }: { alarm: OfflineAlarm; isOver: boolean }) {
  const { t } = useTranslation('offline');
  const first = people.filter(isFirst);
  const others = people.filter((one) => !isFirst(one));
  return (
    <>
      {first.length > 0 && <People people={first} isOver={isOver} />}
      {others.length > 0 && (
        <Folded icon="call" label={t('board.others', { count: others.length })}>
          <People people={others} isOver={isOver} />
        </Folded>
      )}
      {total > people.length && (
        <Text c="gray.6" fz="sm">
          {t('more', { shown: people.length, total })}
        </Text>
      )}
    </>
  );
}

function People({ people, isOver }: { people: ReportPersonRow[]; isOver: boolean }) {
  const now = useServerNow();
  return (
    <ul className={classes['people']}>
      {people.map(({ person, arrival, answer, functions, recipients }) => (
        <li key={person.id}>
          <span className={classes['who']}>
            <strong>{personName(person)}</strong>
            <span className={classes['quiet']}>
              {functions.map(({ name }) => name).join(', ') || person.role[0]?.display}
            </span>
          </span>
          <span className={classes['how']}>
            {arrival ? (
              <ArrivalWords arrival={arrival} arriving={arrivingAt(arrival, now, isOver)} />
            ) : (
              (answer || recipients.some(({ status }) => !notAsked.has(status))) && <AnswerBadge answer={answer} />
            )}
            {answer?.option?.safety === 'NEEDS_HELP' && answer.text && (
              <span className={classes['quiet']}>
                <ReplyWords text={answer.text} source={answer.source} />
              </span>
            )}
          </span>
          <CallButton person={person} onCall={() => {}} />
        </li>
      ))}
    </ul>
  );
}
