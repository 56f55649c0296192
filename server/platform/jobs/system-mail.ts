import type { EventMailIdentifier, SystemMailIdentifier } from './system-mail-identifiers.ts';

interface Mail {
  /** A user, a person, or an address. */
  to: number | { personId: number } | { email: string; personId?: number };
  /** Language of the text, if it exists in it. */
  language: string;
  /** The person the mail is about, for person.* without a name in the queue. */
  aboutPersonId?: number;
  /** Values of further placeholders, e.g. `event.name`. */
  values?: Record<string, string>;
  /** Page of the application for `{{ link }}`, e.g. "/event/3". */
  page?: string;
  /** One-time token for `{{ link }}`, by id. */
  tokenId?: number;
  /** Token of a person's data page for `{{ link }}` instead. */
  personTokenId?: number;
}

interface AboutEvent {
  identifier: EventMailIdentifier;
  /** Marked ÜBUNG / EXERCISE and kept in the exercise mailbox. */
  exercise: boolean;
}

interface AboutProgram {
  identifier: Exclude<SystemMailIdentifier, EventMailIdentifier>;
  exercise?: never;
}

/** A mail that the program sends by itself. */
export type SystemMail = Mail & (AboutEvent | AboutProgram);

export type SystemMailJob = SystemMail;
