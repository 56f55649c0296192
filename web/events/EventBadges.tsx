import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMoment } from '#web/lib/system.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { EventRow } from './queries.ts';
import { stateLooks, stateName, stateOf } from './state.ts';

type State = Pick<EventRow, 'isRunning' | 'isActive' | 'eventStatus' | 'mode' | 'allClearAt'>;

/** Badges of an event's state and of an exercise. */
export const EventBadges = ({ event }: { event: State }) => (
  <Group gap={8}>
    <StateBadge event={event} />
    <ModeBadge mode={event.mode} />
  </Group>
);

/** An event's state in words; for a running event, an all-clear takes precedence. */
export function StateBadge({ event }: { event: State }) {
  const { t } = useTranslation('events');
  const state = stateOf(event);
  const { tone, icon } = stateLooks[state];
  const moment = useMoment();
  const running = event.mode === 'LIVE' ? 'live' : 'exercise';
  if (state === 'running' && event.allClearAt) {
    return (
      <StatusBadge tone="good" icon="checkCircle">
        {t('end.allClear', { time: moment(event.allClearAt) })}
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone={state === 'running' ? running : tone} icon={icon}>
      {stateName(event, t(`state.${state}`))}
    </StatusBadge>
  );
}

/** Marks exercises and tests; empty for a live event. */
export function ModeBadge({ mode }: { mode: EventRow['mode'] }) {
  const { t } = useTranslation();
  if (mode === 'LIVE') return null;
  return (
    <StatusBadge tone="exercise" icon="exercise">
      {t(`mode.${mode}.title`)}
    </StatusBadge>
  );
}
