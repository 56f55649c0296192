import type { EventMailIdentifier, SystemMailIdentifier } from './system-mail-identifiers.ts';

interface Mail {
  /**
   * A user by id; a person by id, at the address stored when the mail is written; or an address outside both, which may
   * be the one a person had before.
   */
  to: number | { personId: number } | { email: string; personId?: number };
  /** Language of the text; another one is taken when it is missing. */
  language: string;
  /** Whom it is about, when that is not the reader: fills person.* without the queue holding a name. */
  aboutPersonId?: number;
  /** Values of placeholders, e.g. `event.name`; user, person, organisation, system and now are filled anyway. */
  values?: Record<string, string>;
  /** Page of the application that `{{ link }}` leads to, e.g. "/event/3". */
  page?: string;
  /** One-time token that `{{ link }}` carries; the job holds its id only. */
  tokenId?: number;
  /** Token of a person's own data page that `{{ link }}` carries instead. */
  personTokenId?: number;
}

interface AboutEvent {
  identifier: EventMailIdentifier;
  /** The event is not LIVE: marked ÜBUNG / EXERCISE, and kept in the exercise mailbox whatever is set up. */
  exercise: boolean;
}

interface AboutProgram {
  identifier: Exclude<SystemMailIdentifier, EventMailIdentifier>;
  exercise?: never;
}

/** One mail the program writes by itself; one about an event says whether that is real. */
export type SystemMail = Mail & (AboutEvent | AboutProgram);

/** What the queue keeps of a mail. */
export type SystemMailJob = SystemMail;
