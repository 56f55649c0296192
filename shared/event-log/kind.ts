import type { ByLanguage } from '#shared/label.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';

/** Writes a number in the reader's language, with the noun that fits it: "1.234", "1 Minute", "15 Minuten". */
export type Count = (number: number, one?: string, many?: string) => string;

/** What an entry of the log says in one language; names stand in the data as they were when it happened. */
export type Sentence<Data> = (data: Data, count: Count) => string;

/** A kind of log entry, described once: what it says in each language, and which webhooks are told. */
export interface Kind<Data extends object> extends ByLanguage<Sentence<Data>> {
  /** Nothing for most kinds; a function where the data decide. */
  webhook?: WebhookEvent | ((data: Data) => WebhookEvent | null);
}

/** A kind whose entries carry these data. */
export const kind = <Data extends object>(described: Kind<Data>): Kind<Data> => described;
