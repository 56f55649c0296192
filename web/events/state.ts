import type { IconName } from '#web/ui/icons.ts';
import type { Tone } from '#web/ui/StatusBadge.tsx';

/** What an event is shown as; follows from status, running and active. */
export type EventState = 'draft' | 'running' | 'finished' | 'archived' | 'deleted';

type Event = { isRunning: boolean; isActive: boolean; eventStatus: { identifier: string } };

/** The state of an event in the reader's words. */
export function stateOf({ isRunning, isActive, eventStatus }: Event): EventState {
  if (!isActive) return 'deleted';
  if (eventStatus.identifier === 'archived') return 'archived';
  if (isRunning) return 'running';
  return eventStatus.identifier === 'draft' ? 'draft' : 'finished';
}

/**
 * What the state of an event is called: where the status alone decides by the status, whose name an installation may change, else
 * by the words of the program.
 */
export const stateName = (event: Event & { eventStatus: { name: string } }, words: string): string =>
  ['draft', 'archived'].includes(stateOf(event)) ? event.eventStatus.name : words;

/** How each state looks beside its word; a running event by whether it is real. */
export const stateLooks: Record<EventState, { tone: Tone; icon: IconName }> = {
  draft: { tone: 'neutral', icon: 'edit' },
  running: { tone: 'bad', icon: 'play' },
  finished: { tone: 'good', icon: 'checkCircle' },
  archived: { tone: 'neutral', icon: 'archive' },
  deleted: { tone: 'bad', icon: 'trash' },
};
