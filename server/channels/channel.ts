import type { App } from '#server/context.ts';
import type { ChannelSetting } from '#shared/channel-setting.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { Label } from '#shared/label.ts';

/** Settings by field name, checked against the fields and filled up with their defaults; secrets included. */
export type Values = Record<string, string | number | boolean | null>;

/** A file that goes with a message. */
export interface Attachment {
  name: string;
  mimeType: string;
  content: Buffer;
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
  urgent: boolean;
  /** The outcome of an earlier attempt is unknown: take more time where that makes this one's outcome surer. */
  careful: boolean;
  /** To be called right before the first byte of this message leaves; throws when it must not leave any more. */
  begin(): void;
}

/** An open channel; `close` ends its connections. */
export interface Sender {
  /** Resolves when the provider took the message; throws a DeliveryError when it did not or may have. */
  send(outgoing: Outgoing): Promise<{ externalId?: string }>;
  close(): Promise<void>;
}

/** What an adapter may use of the program. */
export type AdapterApp = Pick<App, 'db' | 'log' | 'secrets'>;

/** One provider. A file of this folder whose default export it is makes it known; the file's name is its identifier. */
export interface Adapter {
  /** Identifier of the channel type it serves. */
  type: string;
  label: Label;
  fields: readonly ChannelSetting[];
  /** How many messages may be on the wire at once. */
  slots(settings: Values): number;
  /** Opens the channel; connects only when something is sent. */
  open(settings: Values, app: AdapterApp): Sender;
  /** The account behind a social media channel. */
  account?(settings: Values): Promise<SocialAccountSummary>;
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
  /** The provider's own words, for an administrator who tests the channel. */
  detail?: string;
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
  readonly detail: string | null;
  constructor(kind: DeliveryError['kind'], reason: DeliveryReason, details: ErrorDetails = {}) {
    super(`${kind}: ${reason}`, details);
    this.kind = kind;
    this.reason = reason;
    this.retryAfter = details.retryAfter ?? null;
    this.broken = details.broken ?? false;
    this.policy = details.policy ?? false;
    this.detail = details.detail ?? null;
  }
}

/** Thrown by `begin`: nothing left the house, the recipient goes back as if it had not been tried. */
export class NotStarted extends Error {}
