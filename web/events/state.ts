import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';

/** The displayed state of an event, from status, running and active. */
export type EventState = 'draft' | 'running' | 'finished' | 'archived' | 'deleted';

type Event = { isRunning: boolean; isActive: boolean; eventStatus: { identifier: string } };

/** Returns the displayed state of an event. */
export function stateOf({ isRunning, isActive, eventStatus }: Event): EventState {
  if (!isActive) return 'deleted';
  if (eventStatus.identifier === 'archived') return 'archived';
  if (isRunning) return 'running';
  return eventStatus.identifier === 'draft' ? 'draft' : 'finished';
}

/**
 * Returns the name of an event's state: the status's own name, which an installation may change, if only the status decides;
 * otherwise `words`.
 */
export const stateName = (event: Event & { eventStatus: { name: string } }, words: string): string =>
  ['draft', 'archived'].includes(stateOf(event)) ? event.eventStatus.name : words;

/** The look of each state; a running event's also depends on whether it is live. */
export const stateLooks: Record<EventState, { tone: Tone; icon: IconName }> = {
  draft: { tone: 'neutral', icon: 'edit' },
  running: { tone: 'bad', icon: 'play' },
  finished: { tone: 'good', icon: 'checkCircle' },
  archived: { tone: 'neutral', icon: 'archive' },
  deleted: { tone: 'bad', icon: 'trash' },
};
