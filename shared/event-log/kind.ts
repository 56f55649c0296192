import type { ByLanguage } from '#shared/label.ts';
import type { WebhookEvent } from '#shared/webhook-events.ts';

/** Formats a number in the reader's language with the matching noun: "1.234", "1 Minute", "15 Minuten". */
export type Count = (number: number, one?: string, many?: string) => string;

/** Formats a log entry in one language. The data contain names as of the time of the entry. */
export type Sentence<Data> = (data: Data, count: Count) => string;

/** Description of a log entry kind: its text in each language and the webhooks that it triggers. */
export interface Kind<Data extends object> extends ByLanguage<Sentence<Data>> {
  /** Absent for most kinds; a function if the event depends on the data. */
  webhook?: WebhookEvent | ((data: Data) => WebhookEvent | null);
}

/** Returns a kind whose entries carry these data. */
export const kind = <Data extends object>(described: Kind<Data>): Kind<Data> => described;
