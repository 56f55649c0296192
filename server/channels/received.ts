import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { Language } from '#shared/languages.ts';

/** A request to a channel's callback address, as it came. */
export interface CallbackRequest {
  method: string;
  /** What the provider called, as it knows it: some sign it. */
  url: string;
  /** What stands behind the callback address, without a slash before it; empty when nothing does. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: URLSearchParams;
  body: Buffer;
}

/** What became of a message, as its provider tells. */
export interface Receipt {
  /** What `send` answered for it. */
  externalId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed' | 'expired';
  /** Why it failed; `undelivered` when the provider does not say. */
  reason?: DeliveryReason;
  at?: Date;
}

/** What somebody wrote back. */
export interface Reply {
  /** The provider's id of it: the same again is the same reply. */
  id: string;
  /** Whose it is, in the form recipients' addresses have: E.164 with +, a mail address. */
  from: string;
  text: string;
  /** What stands above it, where the channel has subjects. */
  subject?: string;
  at?: Date;
  /** What `send` answered for the message it answers, where the provider knows. */
  inReplyTo?: string;
  /**
   * Why a person has to look at it, which then chooses nothing: a program seems to have written it, it is encrypted, or what
   * it says stands in an attachment.
   */
  remark?: ReplyRemark;
}

/** Why a reply chooses nothing, whatever its words. */
type ReplyRemark = 'automatic' | 'encrypted' | 'attachment';

/** What somebody wrote back where the provider numbers nothing, or one part of it. */
export interface Piece {
  /** As in a reply. */
  from: string;
  text: string;
  /** Its place among the parts that carry the same reference. */
  part?: { reference: number; number: number; total: number };
}

/** Somebody who called: starts a prepared alarm, or takes back what this call started. */
export interface PhoneOrder {
  /** The provider's id of the call: what is ordered in it again is the same order. */
  call: string;
  /** The caller's number, where it is told. */
  from: string | null;
  language: Language;
  /** Without one it is the start that is taken back. */
  start?: { trigger: number; exercise: boolean; pin: string };
  /** What the provider wants to hear when this is to be said; while the seconds run, a key takes it back. */
  response(said: PhoneAnswer): { type: string; body: string };
}

/** What is told to somebody who called. */
export interface PhoneAnswer {
  text: string;
  /** How long it can be taken back; null: not (any more). */
  undoSeconds: number | null;
  /** The PIN may be entered once more. */
  again: boolean;
}

/** What a request brought, and what the provider wants to hear; without a response it hears 200. */
export interface Received {
  receipts: readonly Receipt[];
  replies: readonly Reply[];
  pieces?: readonly Piece[];
  /** What somebody who called asks for; what is said to them then is the response. */
  order?: PhoneOrder;
  /** Keys of messages that are over: whoever waits for their end looks what it was. */
  ended?: readonly string[];
  response?: { status?: number; type?: string; body: string };
}

/** Thrown by `receive`: the request is not the provider's (`signature`), or makes no sense (`content`). */
export class RequestRefused extends Error {
  readonly reason: 'signature' | 'content';
  constructor(reason: RequestRefused['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
