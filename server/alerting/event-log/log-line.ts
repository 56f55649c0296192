import type { LogContent } from '#shared/event-log/kinds.ts';

/**
 * One thing that happened in an event; `by` is the user who did it, null when the program did; `apiKey` names the key it was
 * done with when that is not the one acting now. No addresses in it.
 */
export type LogLine = LogContent & { eventId: number; by: number | null; apiKey?: string | undefined };
