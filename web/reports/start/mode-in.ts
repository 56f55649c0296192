import type { EventMode } from '#shared/event-mode.ts';

const modes: readonly EventMode[] = ['LIVE', 'EXERCISE', 'TEST'];

/** Whether it is real as the address says, also in one that was kept from before it was called so. */
export function modeIn(parameters: URLSearchParams): EventMode | undefined {
  const given = parameters.get('mode')?.toUpperCase();
  return modes.find((mode) => mode === given) ?? (parameters.get('exercise') === '1' ? 'EXERCISE' : undefined);
}
