import type { App } from '#server/platform/context.ts';
import type { FeedValues } from '#shared/feed-field.ts';
import type { Language } from '#shared/languages.ts';

/** Settings by field name, checked against the fields and filled up with their defaults; secrets included. */
export type Values = Record<string, string | number | boolean | null>;

/** A file that goes with a message. */
export interface Attachment {
  name: string;
  mimeType: string;
  content: Buffer;
}

/** Where and with what a person answers, for channels that offer the answers themselves. */
export interface AnswerWays {
  /** The person's own answer page. */
  url: string;
  options: readonly { code: string; label: string; askMinutes: boolean }[];
  /** What a reply names the question by, where replies come back. */
  replyCode: string | null;
}

/** What goes to one recipient. */
export interface Outgoing {
  /** The recipient's row; null for a test message. */
  recipientId: number | null;
  generation: number;
  personId: number | null;
  to: string;
  /** The same on every attempt, so that a provider or a mailbox can drop a second copy. */
  key: string;
  subject: string;
  text: string;
  html: string | null;
  /** Files that go with it, where the channel can carry them. */
  attachments?: readonly Attachment[];
  /** What else is known of a message that is published; not of a test message. */
  post?: Post;
  /** Where the person says that they want no more information over the channel; none for alarms and what the program writes. */
  unsubscribe?: string;
  urgent: boolean;
  /** Language of the texts, for channels that add words of their own; without it the installation's. */
  language?: Language;
  /** How the person can answer; none when nothing is asked. */
  answer?: AnswerWays | null;
  /** How long it is of use; without it for a day. */
  secondsLeft?: number;
  /** The outcome of an earlier attempt is unknown: take more time where that makes this one's outcome surer. */
  careful: boolean;
  /** The how many-th attempt this is; without it the first. */
  attempt?: number;
  /** It was never handed to a channel before: better given back than waited for long, so that it can go another way. */
  isFirst?: boolean;
  /** To be called right before the first byte of this message leaves; throws when it must not leave any more. */
  begin(): void;
  /** To be called when the provider took it and only its end is waited for: others may go meanwhile. */
  underway?(): void;
}

/** What is known of a message that is published: where it belongs, and what was entered besides its texts. */
export interface Post {
  messageId: number;
  reportId: number;
  /** The identifier of the report's type, e.g. all_clear. */
  reportType: string;
  /** The reports it follows, with all that correct them or that they correct; none when it stands for itself. */
  family: readonly number[];
  eventId: number;
  eventName: string;
  /** The kind of event; null while none was chosen. */
  eventType: string | null;
  /** The name of the kind of event in each language that has one. */
  eventTypes: Partial<Record<Language, string>>;
  /** Who publishes. */
  organisation: string;
  /** The language of subject and text. */
  language: string;
  /** By the names of the adapter's `feedFields`, checked and with their defaults. */
  values: FeedValues;
}

/** What an adapter may use of the program. */
export interface AdapterApp extends Pick<App, 'config' | 'db' | 'log' | 'publicUrl' | 'secrets'> {
  /** The channel that is opened; absent where settings are only tried. */
  channelId?: number;
  /** Where its channel's provider may report to. */
  callbackUrl?: string;
  /** Calls `heard` when the provider may have told that a message is over (`Received.ended`), until the returned function is called. */
  watchEnd?(key: string, heard: () => void): () => void;
}
