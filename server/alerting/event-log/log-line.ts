import type { LogContent } from '#shared/event-log/kinds.ts';

/** An occurrence without addresses; `by` is the user or null; `apiKey` names another key than the acting one. */
export type LogLine = LogContent & { eventId: number; by: number | null; apiKey?: string | undefined };
