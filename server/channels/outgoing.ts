import type { App } from '#server/platform/context.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import type { Language } from '#shared/languages.ts';
import type { PhoneAnswer, PhoneOrder } from './received.ts';

/** Settings by name, with defaults and secrets. */
export type Values = Record<string, string | number | boolean | null>;

/** A file attached to a message. */
export interface Attachment {
  name: string;
  mimeType: string;
  content: Buffer;
}

export interface AnswerWays {
  /** The person's answer page. */
  url: string;
  options: readonly { code: string; label: string; askMinutes: boolean }[];
  /** The question's code, if the channel receives replies. */
  replyCode: string | null;
}

/** A message to one recipient. */
export interface Outgoing {
  /** The recipient's id; null for a test message. */
  recipientId: number | null;
  generation: number;
  personId: number | null;
  to: string;
  /** The same on every attempt, to drop a second copy. */
  key: string;
  subject: string;
  text: string;
  html: string | null;
  /** Attachments, if the channel supports them. */
  attachments?: readonly Attachment[];
  /** The details of a publication. */
  post?: Post;
  /** The unsubscribe link; absent for alarms and the program's texts. */
  unsubscribe?: string;
  urgent: boolean;
  /** Language for added words; default: the installation's. */
  language?: Language;
  /** The ways to answer; null without a question. */
  answer?: AnswerWays | null;
  /** Seconds for which the message is useful; default: a day. */
  secondsLeft?: number;
  /** An earlier outcome is unknown: spend time to make this one certain. */
  careful: boolean;
  /** The attempt's number; default 1. */
  attempt?: number;
  /** Never handed to a channel. Return it rather than wait long. */
  isFirst?: boolean;
  /** Call this before the first byte leaves; throws if it may no longer leave. */
  begin(): void;
  /** Call this when the provider has accepted it and only its end is pending; others may then leave. */
  underway?(): void;
  /** Returns whether the message was stopped after `begin`. End a call that still rings. */
  isStopped?(): boolean;
}

export interface Post {
  messageId: number;
  reportId: number;
  /** The identifier of the report's type, such as all_clear. */
  reportType: string;
  /** The reports it follows and their corrections, in both directions. */
  family: readonly number[];
  eventId: number;
  eventName: string;
  eventType: string | null;
  /** The event type's names. */
  eventTypes: Partial<Record<Language, string>>;
  organisation: string;
  language: string;
  /** Values of the adapter's `feedFields`, with defaults. */
  values: FeedValues;
}

/** A question that was sent to a number, for a person who calls back. */
export interface CallBackQuestion {
  /** The called number, in the form that a reply has it. */
  to: string;
  text: string;
  language: Language;
  answer: AnswerWays;
  /** `shared`: several people were called with this question at the number. `closed`: the time for answers is over. */
  state: 'open' | 'shared' | 'over' | 'closed' | 'notNeeded';
}

/** The questions for a caller, in the order to ask them, and the language of the installation. */
export interface CallBack {
  language: Language;
  questions: readonly CallBackQuestion[];
}

export interface AdapterApp
  extends Pick<App, 'config' | 'db' | 'log' | 'publicUrl' | 'secrets'>,
    Pick<ForCallers, 'mayWork'> {
  /** Absent for a test of settings. */
  channelId?: number;
  /** The address for the provider's reports. */
  callbackUrl?: string;
  /** Returns the questions that went to one of the numbers over this channel. Absent for a test of settings. */
  findCallBack?(numbers: readonly string[]): Promise<CallBack>;
  /** Runs a caller's order to start an alarm, or to revert it. Absent for a test of settings. */
  takeOrder?(order: Omit<PhoneOrder, 'response'>): Promise<PhoneAnswer>;
  /** Calls `heard` when a message's end may be reported (`Received.ended`), until the returned function is called. */
  watchEnd?(key: string, heard: () => void): () => void;
}

/** What callers need from above the channels. */
export interface ForCallers {
  /** Returns whether this process may alarm now: another place may have taken over. Default: it may. */
  mayWork?(): boolean;
  /** Runs a caller's order to start an alarm, or to revert it. */
  takeCallerOrder?(channelId: number, order: Omit<PhoneOrder, 'response'>): Promise<PhoneAnswer>;
}
