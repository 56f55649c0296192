import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { EventRow } from './queries.ts';
import { stateLooks, stateOf } from './state.ts';

/** What an event is at the moment, in words, and whether it is an exercise. */
export function EventBadges({ event }: { event: Pick<EventRow, 'mode' | 'isRunning' | 'isActive' | 'eventStatus'> }) {
  const { t } = useTranslation('events');
  const state = stateOf(event);
  return (
    <Group gap={8}>
      <StatusBadge {...stateLooks[state]}>{t(`state.${state}`)}</StatusBadge>
      <ModeBadge mode={event.mode} />
    </Group>
  );
}

/** Marks what belongs to an event that is not the real thing; nothing for a live one. */
export function ModeBadge({ mode }: { mode: EventRow['mode'] }) {
  const { t } = useTranslation();
  if (mode === 'LIVE') return null;
  return (
    <StatusBadge tone="warning" icon="exercise">
      {t(`mode.${mode}.title`)}
    </StatusBadge>
  );
}
