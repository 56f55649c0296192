import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EventCard } from '#web/events/EventCard.tsx';
import { AnswerLine } from '#web/reports/live/AnswerLine.tsx';
import classes from './HomePage.module.css';
import { Nothing } from './Nothing.tsx';
import type { RunningEvent } from './queries.ts';

/** The running events, each with the answers to its newest activation. */
export function RunningEvents({ events }: { events: RunningEvent[] }) {
  const { t } = useTranslation('home');
  if (events.length === 0) return <Nothing title={t('running.none')}>{t('running.noneText')}</Nothing>;
  return (
    <Stack gap="sm">
      {events.map((event) => (
        <EventCard key={event.id} event={event}>
          <Activation event={event} />
        </EventCard>
      ))}
    </Stack>
  );
}

function Activation({ event }: { event: RunningEvent }) {
  const { t } = useTranslation('home');
  const [newest] = event.activations.edges;
  if (!newest) return null;
  const { _id, answers } = newest.node;
  return (
    <div className={classes['activation']}>
      <Link to={`/event/${event._id}/report/${_id}`} className={classes['link']}>
        {t('running.activation')}
      </Link>
      <AnswerLine board={answers} />
    </div>
  );
}
