import type { EventMode } from '#shared/event-mode.ts';

const modes: readonly EventMode[] = ['LIVE', 'EXERCISE', 'TEST'];

/** Whether it is real as the address says; undefined where it says nothing. */
export function modeIn(parameters: URLSearchParams): EventMode | undefined {
  return modes.find((mode) => mode === parameters.get('mode'));
}
