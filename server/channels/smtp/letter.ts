import type { Transaction } from './envelope.ts';

/** A mail in transit to a server. */
export interface Letter {
  transaction: Transaction;
  /** The start of its wait. */
  since: number;
  /** Its connection was lost before any of it was written. */
  cameBack: boolean;
  taken(reply: string): void;
  failed(error: unknown): void;
}

/** The source of a link's letters. */
export interface Supply {
  /** The next letter for a link; `following` when it would wait there behind another. */
  next(link: SmtpLink, following: boolean): Letter | undefined;
  /** Takes a letter back of which nothing was written. */
  back(letter: Letter): void;
  /** Receives the milliseconds that the server took to accept a mail, or has taken so far. */
  answered(milliseconds: number): void;
  answering(milliseconds: number): void;
  /** The server is closing the connection, and said so in response to a command. */
  unwanted(): void;
  ended(link: SmtpLink): void;
}

/** A connection to a mail server that carries one letter after the other. */
export interface SmtpLink {
  /** Since when it has nothing to carry; null while it has. */
  readonly idleSince: number | null;
  /** Carries a letter that isn't an alarm. */
  readonly carriesOther: boolean;
  /** Takes the next letters from the supply. */
  work(): void;
  /** Call this periodically: detects a silent server. */
  tick(now: number): void;
  quit(): void;
}
