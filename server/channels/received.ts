import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { Language } from '#shared/languages.ts';

/** A raw request to a channel's callback address. */
export interface CallbackRequest {
  method: string;
  /** The address that the provider called, which some sign. */
  url: string;
  /** The path behind the callback address, without a leading slash; may be empty. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: URLSearchParams;
  body: Buffer;
}

/** A provider's report about a message. */
export interface Receipt {
  /** The id that `send` returned. */
  externalId: string;
  status: 'sent' | 'delivered' | 'read' | 'failed' | 'expired';
  /** The reason of the failure; default `undelivered`. */
  reason?: DeliveryReason;
  at?: Date;
}

/** A person's reply. */
export interface Reply {
  /** The provider's id: a repeated id is the same reply. */
  id: string;
  /** The sender in the format of recipients' addresses: E.164 with +, a mail address. */
  from: string;
  text: string;
  subject?: string;
  at?: Date;
  /** The id that `send` returned for the answered message, if known. */
  inReplyTo?: string;
  /** The reason why a person must check the reply, which then chooses nothing. */
  remark?: ReplyRemark;
}

/** The reason why a reply chooses nothing, regardless of its words. */
type ReplyRemark = 'automatic' | 'encrypted' | 'attachment';

/** A reply, or a part of one, from a provider without reply ids. */
export interface Piece {
  from: string;
  text: string;
  /** Its place among the parts with the same reference. */
  part?: { reference: number; number: number; total: number };
}

/** An incoming call that starts a prepared alarm, or reverts the call's own start. */
export interface PhoneOrder {
  /** The provider's id of the call: repeated orders in one call are the same order. */
  call: string;
  /** The caller's number, if transmitted. */
  from: string | null;
  language: Language;
  /** Without one, the call reverts its start. */
  start?: { trigger: number; exercise: boolean; pin: string };
  /** Returns the provider's response that speaks this answer; while the seconds run, a key reverts the start. */
  response(said: PhoneAnswer): { type: string; body: string };
}

/** An answer spoken to a caller. */
export interface PhoneAnswer {
  text: string;
  /** Seconds to revert the start; null: not possible. */
  undoSeconds: number | null;
  /** The caller may enter the PIN once more. */
  again: boolean;
}

/** The content of a request, and the response for the provider; default: status 200. */
export interface Received {
  receipts: readonly Receipt[];
  replies: readonly Reply[];
  pieces?: readonly Piece[];
  /** A caller's order; its answer is the response. */
  order?: PhoneOrder;
  /** Keys of ended messages, whose senders then check the outcome. */
  ended?: readonly string[];
  response?: { status?: number; type?: string; body: string };
}

/** Thrown by `receive`: the request isn't the provider's (`signature`) or is invalid (`content`). */
export class RequestRefused extends Error {
  readonly reason: 'signature' | 'content';
  constructor(reason: RequestRefused['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
