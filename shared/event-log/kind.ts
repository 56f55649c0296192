import type { ByLanguage } from '#shared/label.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';

/** Formats a number with its noun: "1 Minute", "15 Minuten". */
export type Count = (number: number, one?: string, many?: string) => string;

/** Formats a log entry with the names at its time. */
export type Sentence<Data> = (data: Data, count: Count) => string;

/** A kind of log entry: its texts and webhook events. */
export interface Kind<Data extends object> extends ByLanguage<Sentence<Data>> {
  /** A function if the event depends on the data. */
  webhook?: WebhookEvent | ((data: Data) => WebhookEvent | null);
}

/** Returns a kind whose entries carry these data. */
export const kind = <Data extends object>(described: Kind<Data>): Kind<Data> => described;
