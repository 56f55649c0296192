import type { CallTrunk } from '#shared/call-limits.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { FeedField } from '#shared/feed-field.ts';
import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Arrives } from './arrival.ts';
import type { AdapterApp, Outgoing, Values } from './outgoing.ts';
import type { CallbackRequest, Received } from './received.ts';

export type {
  AdapterApp,
  AnswerWays,
  Attachment,
  CallBack,
  CallBackQuestion,
  ForCallers,
  Outgoing,
  Post,
  Values,
} from './outgoing.ts';

/** The address of a publication. */
export interface Posted {
  url: string;
  /** The network, if there are several. */
  platform?: string;
}

/** The identification of an accepted message. */
export interface SendResult {
  externalId?: string;
  /** The provider's ids of the parts. */
  partIds?: readonly string[];
  posts?: readonly Posted[];
}

export interface Sender {
  /** Resolves once the provider has accepted the message. Throws a DeliveryError. */
  send(outgoing: Outgoing): Promise<SendResult>;
  /** Opens a connection early, because an alarm is about to follow; sends nothing. */
  prepare?(): void;
  /** The useful number of parallel messages at the server's current speed; default: the adapter's `slots`. */
  room?(): number;
  /** Milliseconds that a response may take. */
  patience?: number;
  close(): Promise<void>;
}

/** Accepts received input. Resolves once it is on disk; only then acknowledge it. Repetitions have no effect. */
export interface Hear {
  (heard: Omit<Received, 'order' | 'ended' | 'response'>): Promise<void>;
  /**
   * Reports why receiving fails, or null if it works; with `alsoSends`, also for sending. `detail`: the provider's
   * words.
   */
  trouble(reason: DeliveryReason | null, alsoSends?: boolean, detail?: string | null): void;
}

/**
 * The form of a message. `short`: one text with title and link. `voice`: the same to be spoken, without a link.
 * `notice`: subject, text, link. `mail`: subject, text, HTML. `post`: public subject and text.
 */
export type MessageShape = 'short' | 'voice' | 'notice' | 'mail' | 'post';

/** The price of a text, as a multiple of the channel's price. */
export interface Size {
  parts: number;
  encoding: string | null;
}

/** The recipients of a test message without an address. */
export type TestReach = 'nobody' | 'account' | 'room' | 'program';

/** A provider: the default export of a file in `providers/`, whose name is its identifier. */
export interface Adapter {
  type: string;
  label: Label;
  fields: readonly ChannelSetting[];
  feedFields?: readonly FeedField[];
  publicPath?(channelId: number): string;
  /** The kinds of address it sends to, the most common first. Empty: it publishes. */
  addresses: readonly string[];
  shape: MessageShape;
  /** Returns the price of a text; null: free. */
  cost: ((text: string) => Size) | null;
  /** Reports receipts, or forwards replies, with `calls` also of callers. */
  gives: { receipts: boolean; replies: boolean; calls?: true };
  /** Returns whether callers may start alarms with these settings; default: `gives.calls`. */
  takesOrders?(settings: Values): boolean;
  /** Returns whether these settings receive replies; default: always. */
  hears?(settings: Values): boolean;
  /** Senders can be forged, so a reply only answers the message it names. */
  forgeable?: true;
  /** `nobody`: it only signs in. */
  testReaches?: TestReach;
  /** Validates combinations of fields; returns refusals by field. */
  check?(settings: Values): Record<string, RefusalKey>;
  /** Never resends automatically after an unknown outcome: a public duplicate would be visible. */
  neverTwice?: true;
  /** Returns a message as it arrives, with the code of `send`; absent if unchanged. */
  arrives?: Arrives;
  /** Returns how many messages may be in transit. */
  slots(settings: Values): number;
  /** Returns the number of unfinished messages, including `underway` ones. */
  unfinished?(settings: Values): number;
  /** Returns what bounds its calls, for the forecast when all will have been called. */
  trunk?(settings: Values): CallTrunk | null;
  /** Without `hear`, it only connects to send; with it, a provider with its own connection stays connected. */
  open(settings: Values, app: AdapterApp, hear?: Hear): Sender;
  /**
   * Parses a request to the callback address without side effects. Throws RequestRefused if it is unreadable or not
   * certainly the provider's (check its signature first).
   */
  receive?(request: CallbackRequest, settings: Values): Received | Promise<Received>;
  account?(settings: Values, app: Pick<AdapterApp, 'config'>): Promise<SocialAccountSummary>;
}

export interface SocialAccountSummary {
  title: string | null;
  plan: string | null;
  email: string | null;
  socialAccounts: { profileUrl: string | null; displayName: string | null; platform: string }[];
}

interface ErrorDetails extends ErrorOptions {
  /** Seconds that the provider asked to wait. */
  retryAfter?: number;
  /** Needs a person (credentials, settings): stop the channel at once. */
  broken?: boolean;
  /** A refusal by rule; many in a row indicate the channel. */
  policy?: boolean;
  /** The provider failed itself: the outcome is unknown. */
  answered?: boolean;
  /** The provider's own words, for administrators. */
  detail?: string;
  /** The message's id, if it may have been accepted. */
  externalId?: string;
}

/**
 * A failed send. Its kind decides the next step:
 * - temporary: retry this recipient
 * - channel: the whole channel fails, without an attempt of the recipient
 * - permanent: give up
 * - unknown: perhaps accepted. With `broken`, only an alarm is sent again, once
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

/** Thrown by `begin`: nothing left, so it counts as untried. It waits `seconds` in the queue before the next try. */
export class NotStarted extends Error {
  readonly seconds: number;
  constructor(seconds = 0) {
    super();
    this.seconds = seconds;
  }
}
