import { Stack } from '@mantine/core';
import { InsideStrip } from '#web/events/InsideStrip.tsx';
import { GoalShouts } from '#web/reports/goal/GoalShouts.tsx';
import { goalsOf } from '#web/reports/goal/goals-of.ts';
import type { RunningEvent } from './queries.ts';

/**
 * What is red in the running events, above all else, of live ones first: alarms that cannot reach their goal, and those that reached
 * nobody outside.
 */
export function Shouts({ events }: { events: readonly RunningEvent[] }) {
  const isLive = ({ mode }: RunningEvent) => mode === 'LIVE';
  const shouting = events
    .filter((event) => event.stayedInside || goalsOf(event).some(({ unfilled }) => unfilled > 0))
    .toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)));
  if (shouting.length === 0) return null;
  return (
    <Stack gap="xs">
      {shouting.map((event) => (
        <Stack key={event.id} gap="xs">
          <GoalShouts goals={goalsOf(event)} event={event} />
          {event.stayedInside && <InsideStrip name={event.name} />}
        </Stack>
      ))}
    </Stack>
  );
}
