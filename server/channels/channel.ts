import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { FeedField } from '#shared/feed-field.ts';
import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { Arrives } from './arrival.ts';
import type { AdapterApp, Outgoing, Values } from './outgoing.ts';
import type { CallbackRequest, Received } from './received.ts';

export type { AdapterApp, AnswerWays, Attachment, Outgoing, Post, Values } from './outgoing.ts';

/** Where something can be seen that was published. */
export interface Posted {
  url: string;
  /** The network, where one message goes to several. */
  platform?: string;
}

/** What a message that was handed over will be known by. */
export interface Handed {
  externalId?: string;
  /** Where the provider numbers each part by itself: their ids, besides one made for the whole. */
  partIds?: readonly string[];
  /** Where it can be seen, when it is published. */
  posts?: readonly Posted[];
}

/** An open channel; `close` ends its connections. */
export interface Sender {
  /** Resolves when the provider took the message; throws a DeliveryError when it did not or may have. */
  send(outgoing: Outgoing): Promise<Handed>;
  /** How many messages are worth having at once by now, where that follows from how quick the other end is; else the adapter's `slots`. */
  room?(): number;
  /** How many milliseconds an answer may take where somebody said so; silence means nothing before. */
  patience?: number;
  close(): Promise<void>;
}

/**
 * Takes what a channel heard over a connection of its own. Resolves when it is on disk: only then is the provider told that
 * it was taken. Several processes may hear the same; the same again changes nothing.
 */
export interface Hear {
  (heard: Omit<Received, 'order' | 'ended' | 'response'>): Promise<void>;
  /**
   * Says why nothing can be heard at the moment, or (null) that all is well. Sending goes on, but where it needs the same
   * connection (`alsoSends`): then nothing can be sent either, and that is known before anything is to go. `detail` holds the
   * provider's own words, for administrators.
   */
  trouble(reason: DeliveryReason | null, alsoSends?: boolean, detail?: string | null): void;
}

/**
 * What a message becomes: `short` one text with title and link; `voice` the same to be spoken, without a link; `notice`
 * subject and text, the link beside them; `mail` subject, text and HTML; `post` subject and text for everyone, addressed
 * to nobody.
 */
export type MessageShape = 'short' | 'voice' | 'notice' | 'mail' | 'post';

/** How a text is charged: so many times the price of the channel's table, in which encoding where that matters. */
export interface Size {
  parts: number;
  encoding: string | null;
}

/** Whom a test message reaches where it is not published and goes to no address. */
export type TestReach = 'nobody' | 'account' | 'room' | 'program';

/** One provider. A file in `providers/` whose default export it is makes it known; the file's name is its identifier. */
export interface Adapter {
  /** Identifier of the channel type it serves. */
  type: string;
  label: Label;
  fields: readonly ChannelSetting[];
  /** What is asked for each message besides title and text; none where it is left out. */
  feedFields?: readonly FeedField[];
  /** Where everybody reads what the channel publishes: a path of this installation. */
  publicPath?(channelId: number): string;
  /** Kinds of address it sends to, field types of contact data or kinds of device, the usual one first; none: it publishes. */
  addresses: readonly string[];
  shape: MessageShape;
  /** How a text is charged: SMS by its parts (`smsSize`), a call once; null: sending is free. */
  cost: ((text: string) => Size) | null;
  /** The provider tells what became of a message, or hands over what people write back: by `receive` or by `hear`. */
  gives: { receipts: boolean; replies: boolean };
  /** Whether replies come back under the settings; left out where they always do. Else nobody is asked for one. */
  hears?(settings: Values): boolean;
  /** Anybody can write in another's name: a reply answers only the message it names, never whatever its sender was asked. */
  forgeable?: true;
  /**
   * Whom a test message reaches that goes to no address: nobody where it only signs in, the account alone, all who read in a
   * room, or a program. Left out where everybody would see it, or an address is asked for.
   */
  testReaches?: TestReach;
  /** What one field cannot know of settings that are saved: a refusal by field. */
  check?(settings: Values): Record<string, RefusalKey>;
  /**
   * What may have been taken is never sent again by itself, since everybody would see it twice: it fails, and a person looks
   * and decides. Left out where a second copy is dropped, or better than none.
   */
  neverTwice?: true;
  /** What arrives of a message, made by what `send` makes it with; left out where its text does as it is. */
  arrives?: Arrives;
  /** How many messages may be on the wire at once. */
  slots(settings: Values): number;
  /** How many may be unfinished at once, those included that are `underway`; left out where none ever is. */
  unfinished?(settings: Values): number;
  /**
   * Opens the channel. Without `hear` it connects only when something is sent; with it the channel stays open for as long
   * as it is active, and a provider that reports over a connection of its own is connected at once and again and again.
   */
  open(settings: Values, app: AdapterApp, hear?: Hear): Sender;
  /**
   * Reads what the provider sent to the channel's callback address. Throws RequestRefused when it is not surely the
   * provider's (check its signature over the raw body first) or cannot be read. Changes nothing itself.
   */
  receive?(request: CallbackRequest, settings: Values): Received | Promise<Received>;
  /** The account behind a social media channel. */
  account?(settings: Values, app: Pick<AdapterApp, 'config'>): Promise<SocialAccountSummary>;
}

/** Whose account a social media channel posts with. */
export interface SocialAccountSummary {
  title: string | null;
  plan: string | null;
  email: string | null;
  socialAccounts: { profileUrl: string | null; displayName: string | null; platform: string }[];
}

interface ErrorDetails extends ErrorOptions {
  /** Seconds the provider asked to wait. */
  retryAfter?: number;
  /** The channel will not heal by itself (credentials, settings): stop at once and say so. */
  broken?: boolean;
  /** A refusal by rule; many in a row mean the channel, not the recipients. */
  policy?: boolean;
  /** The provider answered that it is in trouble: whether it took this one is unknown, and the channel is to blame. */
  answered?: boolean;
  /** The provider's own words, for an administrator who tests the channel. */
  detail?: string;
  /** What the message will be known by if the provider took it after all. */
  externalId?: string;
}

/**
 * Why a send failed. The kind alone decides what delivery does next:
 * temporary - nothing was handed over, try this recipient again; channel - the whole channel is in trouble, the
 * recipient loses no attempt; permanent - give up; unknown - the provider may have taken it.
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

/** Thrown by `begin`: nothing left the house, the recipient goes back as if it had not been tried. */
export class NotStarted extends Error {}
