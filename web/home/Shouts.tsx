import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { InsideStrip } from '#web/events/InsideStrip.tsx';
import { GoalShouts } from '#web/reports/goal/GoalShouts.tsx';
import { goalsOf } from '#web/reports/goal/goals-of.ts';
import type { RunningEvent } from './queries.ts';

/** So many strips leave the way to alarm in sight on a telephone; of the others stands how many there are. */
const MOST = 2;

const isLive = ({ mode }: RunningEvent) => mode === 'LIVE';

const isShouting = (event: RunningEvent) => goalsOf(event).some(({ unfilled }) => unfilled > 0);

type Props = { events: readonly RunningEvent[] };

/**
 * What is red in the events that run for real, above all else: in one strip all whose alarms reached nobody outside, then the alarms
 * of others that cannot reach their goal.
 */
export function Shouts({ events }: Props) {
  const { t } = useTranslation('home');
  const inside = events.filter(({ stayedInside }) => stayedInside);
  const shouting = events.filter((event) => isLive(event) && !event.stayedInside && isShouting(event));
  const shown = shouting.slice(0, inside.length > 0 ? MOST - 1 : MOST);
  if (inside.length + shouting.length === 0) return null;
  return (
    <Stack gap="xs">
      {inside.length > 0 && <InsideStrip events={inside} />}
      {shown.map((event) => (
        <GoalShouts key={event.id} goals={goalsOf(event)} event={event} />
      ))}
      {shouting.length > shown.length && (
        <Text fw={600}>{t('shouts.more', { count: shouting.length - shown.length })}</Text>
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
        <GoalShouts key={event.id} goals={goalsOf(event)} event={event} />
      ))}
    </Stack>
  );
}
