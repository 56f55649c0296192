import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { FeedField } from '#shared/feed-field.ts';
import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Arrives } from './arrival.ts';
import type { AdapterApp, Outgoing, Values } from './outgoing.ts';
import type { CallbackRequest, Received } from './received.ts';

export type { AdapterApp, AnswerWays, Attachment, Outgoing, Post, Values } from './outgoing.ts';

/** The address of a publication. */
export interface Posted {
  url: string;
  /** The network, if one message goes to several. */
  platform?: string;
}

/** The identification of an accepted message. */
export interface SendResult {
  externalId?: string;
  /** The ids of the parts, if the provider numbers each; `externalId` is then derived for the whole. */
  partIds?: readonly string[];
  posts?: readonly Posted[];
}

/** An open channel; `close` ends its connections. */
export interface Sender {
  /** Resolves when the provider has accepted the message. Throws a DeliveryError if it rejected or may have accepted it. */
  send(outgoing: Outgoing): Promise<SendResult>;
  /** Opens a connection early, because an alarm is about to follow; sends nothing. */
  prepare?(): void;
  /** The useful number of parallel messages at the server's current speed; default: the adapter's `slots`. */
  room?(): number;
  /** Milliseconds that a response may take, if configured; silence means nothing before. */
  patience?: number;
  close(): Promise<void>;
}

/**
 * Accepts input that a channel received over its own connection. Resolves once it is on disk; only then acknowledge it to the
 * provider. Several processes may receive the same input; repetitions have no effect.
 */
export interface Hear {
  (heard: Omit<Received, 'order' | 'ended' | 'response'>): Promise<void>;
  /**
   * Reports the reason why receiving currently fails, or null if it works. Sending continues, unless it needs the same connection
   * (`alsoSends`). `detail` holds the provider's own words for administrators.
   */
  trouble(reason: DeliveryReason | null, alsoSends?: boolean, detail?: string | null): void;
}

/**
 * The form of a message. `short`: one text with title and link. `voice`: the same to be spoken, without a link. `notice`: subject
 * and text, link separate. `mail`: subject, text and HTML. `post`: public subject and text.
 */
export type MessageShape = 'short' | 'voice' | 'notice' | 'mail' | 'post';

/** The price of a text: a multiple of the channel's table price, with the encoding if that matters. */
export interface Size {
  parts: number;
  encoding: string | null;
}

/** The recipients of a test message that is neither published nor sent to an address. */
export type TestReach = 'nobody' | 'account' | 'room' | 'program';

/** A provider. The default export of a file in `providers/` registers it; the file's name is its identifier. */
export interface Adapter {
  type: string;
  label: Label;
  fields: readonly ChannelSetting[];
  /** The fields of each message besides title and text. */
  feedFields?: readonly FeedField[];
  publicPath?(channelId: number): string;
  /**
   * The kinds of address it sends to, the most common first: field types of contact data or kinds of device. Empty: it publishes.
   */
  addresses: readonly string[];
  shape: MessageShape;
  /** Returns the price of a text: SMS by parts (`smsSize`), a call once. Null: sending is free. */
  cost: ((text: string) => Size) | null;
  /** The provider reports receipts, or forwards replies, over `receive` or `hear`; with `calls` also those of people who call it. */
  gives: { receipts: boolean; replies: boolean; calls?: true };
  /** Returns whether these settings receive replies; default: always. Otherwise messages don't ask for any. */
  hears?(settings: Values): boolean;
  /** Senders can be forged: a reply only answers the message it names, never another question to its sender. */
  forgeable?: true;
  /**
   * The recipients of a test message without an address: `nobody` if it only signs in, the `account`, a `room` of readers, or a
   * `program`. Absent if a test is public or needs an address.
   */
  testReaches?: TestReach;
  /** Validates combinations of fields; returns refusals by field. */
  check?(settings: Values): Record<string, RefusalKey>;
  /**
   * Never resends a message automatically if the provider may have accepted it: a public duplicate would be visible, so a person
   * decides. Absent if duplicates are dropped or harmless.
   */
  neverTwice?: true;
  /** Returns a message as it arrives, with the code that `send` uses; absent if the text arrives unchanged. */
  arrives?: Arrives;
  /** Returns the number of messages that may be in transit at once. */
  slots(settings: Values): number;
  /** Returns the number of unfinished messages including `underway` ones; absent without such a state. */
  unfinished?(settings: Values): number;
  /**
   * Opens the channel. Without `hear`, it connects only to send. With `hear`, it stays open while active; a provider with its own
   * connection connects at once and after each loss.
   */
  open(settings: Values, app: AdapterApp, hear?: Hear): Sender;
  /**
   * Parses a request to the channel's callback address without side effects. Throws RequestRefused if the request is unreadable
   * or not certainly the provider's (check its signature over the raw body first).
   */
  receive?(request: CallbackRequest, settings: Values): Received | Promise<Received>;
  account?(settings: Values, app: Pick<AdapterApp, 'config'>): Promise<SocialAccountSummary>;
}

/** The account of a social media channel. */
export interface SocialAccountSummary {
  title: string | null;
  plan: string | null;
  email: string | null;
  socialAccounts: { profileUrl: string | null; displayName: string | null; platform: string }[];
}

interface ErrorDetails extends ErrorOptions {
  /** Seconds that the provider asked to wait. */
  retryAfter?: number;
  /** The channel needs a person (credentials, settings): stop it at once and report this. */
  broken?: boolean;
  /** A refusal by rule; many in a row mean the channel, not the recipients. */
  policy?: boolean;
  /** The provider reported a failure of its own: the message's outcome is unknown, and the channel is the cause. */
  answered?: boolean;
  /** The provider's own words, for an administrator who tests the channel. */
  detail?: string;
  /** The message's id, in case the provider accepted it after all. */
  externalId?: string;
}

/**
 * A failed send. Only its kind decides delivery's next step:
 * - temporary: nothing was handed over, retry this recipient
 * - channel: the whole channel fails, the recipient loses no attempt
 * - permanent: give up
 * - unknown: the provider may have accepted it. With `broken`, only an alarm is sent again, once
 */
export class DeliveryError extends Error {
  readonly kind: 'temporary' | 'channel' | 'permanent' | 'unknown';
  readonly reason: DeliveryReason;
  readonly retryAfter: number | null;
  readonly broken: boolean;
  readonly policy: boolean;
  readonly answered: boolean;
  readonly detail: string | null;
  readonly externalId: string | null;
  constructor(kind: DeliveryError['kind'], reason: DeliveryReason, details: ErrorDetails = {}) {
    super(`${kind}: ${reason}`, details);
    this.kind = kind;
    this.reason = reason;
    this.retryAfter = details.retryAfter ?? null;
    this.broken = details.broken ?? false;
    this.policy = details.policy ?? false;
    this.answered = details.answered ?? false;
    this.detail = details.detail ?? null;
    this.externalId = details.externalId ?? null;
  }
}

/** Thrown by `begin`: nothing left, so the recipient returns as if untried. */
export class NotStarted extends Error {}
