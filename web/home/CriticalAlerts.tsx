import { Anchor, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { NobodyNotifiedStrip } from '#web/events/NobodyNotifiedStrip.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { GoalAlerts } from '#web/reports/goal/GoalAlerts.tsx';
import { callPath, goalsOf } from '#web/reports/goal/goals-of.ts';
import { Icon } from '#web/ui/Icon.tsx';
import classes from './HomePage.module.css';
import type { RunningEvent } from './queries.ts';

/** The number of banners that keeps the alarm buttons in view on a phone. Further ones are only named. */
const MOST = 2;

/** Returns whether an event is live. */
export const isLive = ({ mode }: RunningEvent) => mode === 'LIVE';

/** Returns whether a live event that should alert people has no sent or launching alarm. */
const isUnalerted = (event: RunningEvent) =>
  isLive(event) &&
  !event.allClearAt &&
  !event.alerted &&
  event.callsIn &&
  !event.onlyInforms &&
  !event.stayedInside &&
  event.activations.edges.every(({ node }) => node.answers.asked === 0);

const isCritical = (event: RunningEvent) => goalsOf(event).some(({ unfilled }) => unfilled > 0);

/** Returns the alarm of an event that is missing most people. */
const worstOf = (event: RunningEvent) =>
  goalsOf(event)
    .toSorted((a, b) => b.unfilled - a.unfilled)
    .slice(0, 1);

type Props = { events: readonly RunningEvent[] };

/**
 * Critical banners for live events: alarms that no one outside received (one banner per reason), other alarms that can't reach
 * their goal, and one line with events without an alarm.
 */
export function CriticalAlerts({ events }: Props) {
  const { t } = useTranslation('home');
  const inside = (['undelivered', 'stopped'] as const)
    .map((what) => ({
      what,
      of: events.filter(({ stayedInside, allClearAt }) => stayedInside === what && !allClearAt),
    }))
    .filter(({ of }) => of.length > 0);
  const critical = events
    .filter((event) => isLive(event) && !event.stayedInside && isCritical(event))
    .toSorted((a, b) => worstOf(b)[0]!.unfilled - worstOf(a)[0]!.unfilled);
  const shown = critical.slice(0, MOST - inside.length);
  const hasRoom = inside.length + shown.length < MOST; // their cards show it too
  const unalerted = useViewer().can('create_activation') && hasRoom ? events.filter(isUnalerted) : [];
  if (inside.length + critical.length + unalerted.length === 0) return null;
  return (
    <Stack gap="xs">
      {inside.map(({ what, of }) => (
        <NobodyNotifiedStrip key={what} what={what} events={of} call={of.length === 1 ? callPath(of[0]!) : undefined} />
      ))}
      {shown.map((event) => (
        <GoalAlerts key={event.id} goals={worstOf(event)} event={event} isNamed />
      ))}
      {unalerted.length > 0 && <Unalerted events={unalerted} />}
      {critical.length > shown.length && (
        <Text fw={600}>
          {t('shouts.more')} <Names events={critical.slice(shown.length)} />
        </Text>
      )}
    </Stack>
  );
}

function Unalerted({ events }: Props) {
  const { t } = useTranslation('home');
  const more = events.length - MOST;
  return (
    <p className={classes['unalerted']}>
      <Icon name="alarm" size={20} />
      <span>
        {t('unalerted.text')} <Names events={events.slice(0, MOST)} />
        {more > 0 && ` ${t('unalerted.more', { count: more })}`}
      </span>
    </p>
  );
}

const Names = ({ events }: Props) =>
  events.map(({ _id, name }, at) => (
    <Fragment key={_id}>
      {at > 0 && ' · '}
      <Anchor component={Link} to={`/event/${_id}`} inherit underline="always">
        {name}
      </Anchor>
    </Fragment>
  ));

type OfOne = { event: RunningEvent };

/** The same banner for an exercise, only on its card, so that it doesn't look like a live alert. */
export const ExerciseAlert = ({ event }: OfOne) =>
  !isLive(event) && isCritical(event) && <GoalAlerts goals={worstOf(event)} event={event} />;
