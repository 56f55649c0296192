import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EventCard } from '#web/events/EventCard.tsx';
import { AlertFirst, type BegunReport, NobodyAlerted } from '#web/events/NobodyAlerted.tsx';
import { AnswerLine } from '#web/reports/live/AnswerLine.tsx';
import { ExerciseAlert, isLive } from './CriticalAlerts.tsx';
import classes from './HomePage.module.css';
import { Nothing } from './Nothing.tsx';
import type { RunningEvent } from './queries.ts';

type Props = { events: RunningEvent[]; begun: readonly BegunReport[] | undefined };

/** The running events, live ones first, each with the answers to its newest activation or a note that no one was alerted yet. */
export function RunningEvents({ events, begun }: Props) {
  const { t } = useTranslation('home');
  if (events.length === 0) return <Nothing title={t('running.none')}>{t('running.noneText')}</Nothing>;
  return (
    <Stack gap="sm">
      {[...events.filter(isLive), ...events.filter((event) => !isLive(event))].map((event) => (
        <EventCard key={event.id} event={event}>
          <Activation event={event} begun={begun} />
        </EventCard>
      ))}
    </Stack>
  );
}

function Activation({ event, begun }: { event: RunningEvent } & Pick<Props, 'begun'>) {
  const { t } = useTranslation('home');
  const [newest] = event.activations.edges;
  if (!newest) return event.callsIn ? <AlertFirst event={event} begun={begun} /> : null;
  const { _id, answers } = newest.node;
  return (
    <div className={classes['activation']}>
      <Link to={`/event/${event._id}/report/${_id}`} className={classes['link']}>
        {t(answers.rollCall ? 'running.rollCall' : 'running.activation')}
      </Link>
      {!event.alerted && !event.allClearAt && <NobodyAlerted />}
      <AnswerLine board={answers} />
      <ExerciseAlert event={event} />
    </div>
  );
}
