import type { StoredContent } from './event-log/kinds.ts';

/** Maximum number of newest messages, tasks, and log entries. */
export const factRows = { messages: 50, tasks: 100, log: 100 } as const;

/** Facts at the time `at`; numbers count people. */
export type Facts = { at: string } & (
  | {
      source: 'event';
      name: string;
      eventType: string | null;
      eventTypeEn?: string;
      eventDate: string;
      location: string | null;
      state: 'draft' | 'running' | 'finished';
      /** Time of the all-clear for all alarms; absent while one has none. */
      allClearAt?: string;
    }
  | { source: 'messages'; messages: (MessageFact | EarlierMessageFact)[]; more: number }
  /** The line without a group counts everyone once. Earlier versions have no `people`. */
  | { source: 'answers'; groups: AnswerFact[]; people?: PeopleFact }
  | { source: 'limits'; limits: { group: string; needed: number; reached: number; contacted: number }[] }
  | { source: 'tasks'; tasks: TaskFact[]; more: number }
  /** In chronological order; `last` is the last entry read. */
  | { source: 'log'; entries: LogFact[]; more: number; last?: number }
);

/** A message: `total` is the sum of the figures except receipts (`delivered`, `read`). */
export interface MessageFact {
  title: string;
  channel: string;
  channelEn?: string;
  at: string;
  total: number;
  handedOver: number;
  delivered: number;
  read: number;
  underWay: number;
  waiting: number;
  failed: number;
  unreachable: number;
  notSent: number;
}

/** A message in earlier versions. */
export type EarlierMessageFact = Pick<MessageFact, 'title' | 'channel' | 'channelEn' | 'at' | 'total' | 'failed'> & {
  reached: number;
  open: number;
};

/** People in alarms, each counted once; `people` is the sum. */
export interface PeopleFact {
  people: number;
  asked: number;
  reserve: number;
  waiting: number;
  unreachable: number;
  notAsked: number;
}

/** A log entry with its time and corrections. */
export type LogFact = StoredContent & { at: string; corrects?: string; isCorrected?: boolean };

export interface TaskFact {
  text: string;
  group: string | null;
  dueAt: string | null;
  doneAt: string | null;
  doneBy: string | null;
}

/** Answers of a group, and the number of people present. */
export interface AnswerFact {
  group: string | null;
  positive: number;
  negative: number;
  neutral: number;
  none: number;
  arrived?: number;
}
