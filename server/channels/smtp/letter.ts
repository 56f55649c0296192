import type { Transaction } from './envelope.ts';

export interface Letter {
  transaction: Transaction;
  /** The start of its wait. */
  since: number;
  /** Its connection was lost before it was written. */
  cameBack: boolean;
  taken(reply: string): void;
  failed(error: unknown): void;
}

/** The source of a link's letters. */
export interface Supply {
  /** Returns the next letter for a link; `following` if it would wait behind another. */
  next(link: SmtpLink, following: boolean): Letter | undefined;
  /** Takes back an unwritten letter. */
  back(letter: Letter): void;
  /** Receives the milliseconds until a mail was accepted, or so far. */
  answered(milliseconds: number): void;
  answering(milliseconds: number): void;
  /** The server is closing the connection in response to a command. */
  unwanted(): void;
  ended(link: SmtpLink): void;
}

export interface SmtpLink {
  /** Since when it is idle, or null. */
  readonly idleSince: number | null;
  /** Carries no alarm. */
  readonly carriesOther: boolean;
  /** Takes the next letters from the supply. */
  work(): void;
  /** Call this periodically: detects a silent server. */
  tick(now: number): void;
  quit(): void;
}
