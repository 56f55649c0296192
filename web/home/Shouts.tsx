import { Stack } from '@mantine/core';
import { InsideStrip } from '#web/events/InsideStrip.tsx';
import { GoalShouts } from '#web/reports/goal/GoalShouts.tsx';
import { goalsOf } from '#web/reports/goal/goals-of.ts';
import type { RunningEvent } from './queries.ts';

/**
 * What is red in the running events, above all else: in one strip all whose alarms reached nobody outside, then the alarms that cannot
 * reach their goal, of live events first.
 */
export function Shouts({ events }: { events: readonly RunningEvent[] }) {
  const isLive = ({ mode }: RunningEvent) => mode === 'LIVE';
  const inside = events.filter(({ stayedInside }) => stayedInside).map(({ name }) => name);
  const shouting = events
    .filter((event) => goalsOf(event).some(({ unfilled }) => unfilled > 0))
    .toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)));
  if (inside.length + shouting.length === 0) return null;
  return (
    <Stack gap="xs">
      {inside.length > 0 && <InsideStrip names={inside} />}
      {shouting.map((event) => (
        <GoalShouts key={event.id} goals={goalsOf(event)} event={event} />
      ))}
    </Stack>
  );
}
