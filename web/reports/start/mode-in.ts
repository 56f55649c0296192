import type { EventMode } from '#shared/event-mode.ts';

const modes: readonly EventMode[] = ['LIVE', 'EXERCISE', 'TEST'];

/** Returns the mode from the URL, or undefined. */
export function modeIn(parameters: URLSearchParams): EventMode | undefined {
  return modes.find((mode) => mode === parameters.get('mode'));
}
