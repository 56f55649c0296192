import { Anchor, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { InsideStrip } from '#web/events/InsideStrip.tsx';
import { GoalShouts } from '#web/reports/goal/GoalShouts.tsx';
import { callPath, goalsOf } from '#web/reports/goal/goals-of.ts';
import type { RunningEvent } from './queries.ts';

/** So many strips leave the way to alarm in sight on a telephone; the others are named. */
const MOST = 2;

const isLive = ({ mode }: RunningEvent) => mode === 'LIVE';

const isShouting = (event: RunningEvent) => goalsOf(event).some(({ unfilled }) => unfilled > 0);

/** Of an event's alarms the one that lacks most. */
const worstOf = (event: RunningEvent) =>
  goalsOf(event)
    .toSorted((a, b) => b.unfilled - a.unfilled)
    .slice(0, 1);

type Props = { events: readonly RunningEvent[] };

/**
 * What is red in the events that run for real, above all else: in one strip for each reason all whose alarms reached nobody outside, then the alarms
 * of others that cannot reach their goal.
 */
export function Shouts({ events }: Props) {
  const { t } = useTranslation('home');
  const inside = (['undelivered', 'stopped'] as const)
    .map((what) => ({ what, of: events.filter(({ stayedInside }) => stayedInside === what) }))
    .filter(({ of }) => of.length > 0);
  const shouting = events
    .filter((event) => isLive(event) && !event.stayedInside && isShouting(event))
    .toSorted((a, b) => worstOf(b)[0]!.unfilled - worstOf(a)[0]!.unfilled);
  const shown = shouting.slice(0, MOST - inside.length);
  if (inside.length + shouting.length === 0) return null;
  return (
    <Stack gap="xs">
      {inside.map(({ what, of }) => (
        <InsideStrip key={what} what={what} events={of} call={of.length === 1 ? callPath(of[0]!) : undefined} />
      ))}
      {shown.map((event) => (
        <GoalShouts key={event.id} goals={worstOf(event)} event={event} />
      ))}
      {shouting.length > shown.length && (
        <Text fw={600}>
          {t('shouts.more')}{' '}
          {shouting.slice(shown.length).map(({ _id, name }, at) => (
            <Fragment key={_id}>
              {at > 0 && ' · '}
              <Anchor component={Link} to={`/event/${_id}`}>
                {name}
              </Anchor>
            </Fragment>
          ))}
        </Text>
      )}
    </Stack>
  );
}

/** The same of exercises, which stand below what can be begun, and do not look like the real thing. */
export function ExerciseShouts({ events }: Props) {
  const shouting = events.filter((event) => !isLive(event) && isShouting(event));
  if (shouting.length === 0) return null;
  return (
    <Stack gap="xs">
      {shouting.map((event) => (
        <GoalShouts key={event.id} goals={worstOf(event)} event={event} />
      ))}
    </Stack>
  );
}
