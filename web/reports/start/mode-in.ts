import type { EventMode } from '#shared/event-mode.ts';

const modes: readonly EventMode[] = ['LIVE', 'EXERCISE', 'TEST'];

export function modeIn(parameters: URLSearchParams): EventMode | undefined {
  return modes.find((mode) => mode === parameters.get('mode'));
}
