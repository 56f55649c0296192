import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LogEntryForm } from '#web/event-page/log/LogEntryForm.tsx';
import { EndStrip } from '#web/events/EndStrip.tsx';
import { ModeBadge } from '#web/events/EventBadges.tsx';
import { eventTypeOf, otherAlarmOf } from '#web/events/kind.ts';
import { useGoalWords } from '#web/reports/goal/useGoalWords.ts';
import { AnswerLine } from '#web/reports/live/AnswerLine.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { AlarmPeople } from './AlarmPeople.tsx';
import { type OfflineAlarm, type OfflineBoard, useOfflineCopy } from './copies.ts';
import { OfflinePanel } from './OfflinePanel.tsx';
import classes from './offline.module.css';

/** The last stored running events. With `mayWrite`, the user can write a log entry for each. */
export function OfflineEvents({ mayWrite }: { mayWrite: boolean }) {
  const { t } = useTranslation('offline');
  return (
    <OfflinePanel title={t('board.title')} copy={useOfflineCopy('board')}>
      {({ events }) =>
        events.length === 0 ? (
          <Text c="gray.6">{t('board.none')}</Text>
        ) : (
          <Stack gap="lg">
            {events.map((event) => (
              <KeptEvent key={event.id} event={event} mayWrite={mayWrite} />
            ))}
          </Stack>
        )
      }
    </OfflinePanel>
  );
}

function KeptEvent({ event, mayWrite }: { event: OfflineBoard['events'][number]; mayWrite: boolean }) {
  const { t } = useTranslation('events');
  const type = eventTypeOf(event);
  const other = otherAlarmOf(event);
  const place = event.location?.name ?? event.place;
  const label = `${event.name} (${event._id})`; // several events may have one name
  return (
    <article className={classes['event']} data-mode={event.mode} aria-label={label}>
      <div className={classes['head']}>
        <h3 className={classes['name']}>{event.name}</h3>
        <ModeBadge mode={event.mode} />
      </div>
      <p className={classes['facts']}>
        {type && <span>{type.name}</span>}
        {other && (
          <span>
            {t('lastAlarm')} {other.name}
          </span>
        )}
        <span>
          {t('since')} <DateTime value={event.eventDate} />
        </span>
        {place && (
          <span>
            <Icon name="location" size={16} /> {place}
          </span>
        )}
      </p>
      <EndStrip of={event} />
      {event.stayedInside && !event.allClearAt && (
        <p className={classes['unfilled']}>
          <Icon name="event" size={20} /> {t(`inside.activation.${event.stayedInside}`, { count: 1 })}
        </p>
      )}
      {event.alarm && <Alarm alarm={event.alarm} />}
      {mayWrite && <LogEntryForm event={event} label={label} keepsAtLeave onSaved={() => {}} />}
    </article>
  );
}

function Alarm({ alarm }: { alarm: OfflineAlarm }) {
  const { t } = useTranslation('reports');
  const { unfilled } = useGoalWords();
  const { answers } = alarm;
  const isOver = answers.goal === 'over';
  const limits = answers.limits.map((one) =>
    isOver && one.state !== 'filled' ? { ...one, state: 'over' as const } : one,
  );
  return (
    <>
      {answers.goal !== 'over' && answers.unfilled > 0 && (
        <p className={classes['unfilled']}>
          <Icon name="event" size={20} /> {unfilled(answers)}
        </p>
      )}
      <AnswerLine board={answers} />
      {answers.limits.length > 0 && (
        <ul className={classes['functions']}>
          {limits.map(({ group, needed, reached, contacted, remaining, stranded, state }) => (
            <li key={group.id} data-state={state}>
              <strong>{group.name}</strong>{' '}
              <span>
                {t('functions.reached', { reached, needed })} –{' '}
                {t(`functions.${state}`, { count: contacted, remaining })}
                {!isOver && stranded > 0 && ` · ${t('stranded', { count: stranded })}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <AlarmPeople alarm={alarm} isOver={isOver} />
    </>
  );
}
