import type { App } from '#server/platform/context.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import type { Language } from '#shared/languages.ts';

/** Settings by field name, validated and completed with defaults; secrets included. */
export type Values = Record<string, string | number | boolean | null>;

/** A file attached to a message. */
export interface Attachment {
  name: string;
  mimeType: string;
  content: Buffer;
}

/** A recipient's ways to answer, for channels that offer the answers themselves. */
export interface AnswerWays {
  /** The person's answer page. */
  url: string;
  options: readonly { code: string; label: string; askMinutes: boolean }[];
  /** The code of the question in replies, if the channel receives replies. */
  replyCode: string | null;
}

/** A message to one recipient. */
export interface Outgoing {
  /** The recipient's id; null for a test message. */
  recipientId: number | null;
  generation: number;
  personId: number | null;
  to: string;
  /** The same on every attempt, so that a provider or a mailbox can drop a second copy. */
  key: string;
  subject: string;
  text: string;
  html: string | null;
  /** Attachments, if the channel supports them. */
  attachments?: readonly Attachment[];
  /** The details of a publication; absent for a test message. */
  post?: Post;
  /** The person's unsubscribe link; absent for alarms and the program's own texts. */
  unsubscribe?: string;
  urgent: boolean;
  /** The language of the texts, for channels that add words; default: the installation's. */
  language?: Language;
  /** The ways to answer; null without a question. */
  answer?: AnswerWays | null;
  /** How long the message is useful, in seconds; default: a day. */
  secondsLeft?: number;
  /** An earlier attempt's outcome is unknown: spend more time if that makes this outcome more certain. */
  careful: boolean;
  /** The attempt's number; default 1. */
  attempt?: number;
  /** The message was never handed to a channel. Return it rather than wait long, so that another channel can take it. */
  isFirst?: boolean;
  /** Call this right before the first byte of this message leaves; throws if it may no longer leave. */
  begin(): void;
  /** Call this when the provider has accepted the message and only its end is pending; others may then leave. */
  underway?(): void;
}

/** The details of a publication: its event and its field values. */
export interface Post {
  messageId: number;
  reportId: number;
  /** The identifier of the report's type, such as all_clear. */
  reportType: string;
  /** The reports it follows and all their corrections, in both directions; empty for an independent message. */
  family: readonly number[];
  eventId: number;
  eventName: string;
  eventType: string | null;
  /** The event type's name in each available language. */
  eventTypes: Partial<Record<Language, string>>;
  organisation: string;
  language: string;
  /** Values by the names of the adapter's `feedFields`, validated and with defaults. */
  values: FeedValues;
}

/** The services of the program for adapters. */
export interface AdapterApp extends Pick<App, 'config' | 'db' | 'log' | 'publicUrl' | 'secrets'> {
  /** The channel's id; absent for a test of settings. */
  channelId?: number;
  /** The address for the provider's reports. */
  callbackUrl?: string;
  /**
   * Calls `heard` when the provider may have reported a message's end (`Received.ended`), until the returned function is called.
   */
  watchEnd?(key: string, heard: () => void): () => void;
}
