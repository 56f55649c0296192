import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { Language } from '#shared/languages.ts';

/** A raw request to a channel's callback address. */
export interface CallbackRequest {
  method: string;
  /** The called address, which some sign. */
  url: string;
  /** The path after the callback address. */
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
  /** In the format of recipients' addresses. */
  from: string;
  text: string;
  subject?: string;
  at?: Date;
  inReplyTo?: string;
  /** The recipient of the call that takes the answer, if no one else can have named it. */
  recipientId?: number;
  /** Why a person must check the reply. */
  remark?: ReplyRemark;
}

/** Why a reply chooses nothing. */
type ReplyRemark = 'automatic' | 'encrypted' | 'attachment';

/** A reply, or a part, without provider ids. */
export interface Piece {
  from: string;
  text: string;
  /** Its place among parts with the same reference. */
  part?: { reference: number; number: number; total: number };
}

/** A call that starts a prepared alarm, or reverts its own start. */
export interface PhoneOrder {
  /** The provider's id, the same for repeated orders. */
  call: string;
  /** The caller's number, if transmitted. */
  from: string | null;
  language: Language;
  /** Absent to revert the start. */
  start?: { trigger: number; exercise: boolean; pin: string };
  /** Returns the response that speaks this answer; during the undo seconds a key reverts the start. */
  response(said: PhoneAnswer): { type: string; body: string };
}

/** An answer spoken to a caller. */
export interface PhoneAnswer {
  text: string;
  /** Null: can't be reverted. */
  undoSeconds: number | null;
  /** The caller may enter the PIN once more. */
  again: boolean;
}

/** The content of a request, and the response; default: status 200. */
export interface Received {
  receipts: readonly Receipt[];
  replies: readonly Reply[];
  pieces?: readonly Piece[];
  /** The answer to an order is the response. */
  order?: PhoneOrder;
  /** Keys of ended messages, for a check of the outcome. */
  ended?: readonly string[];
  response?: { status?: number; type?: string; body: string };
}

/** Thrown by `receive`: not the provider's (`signature`) or invalid (`content`). */
export class RequestRefused extends Error {
  readonly reason: 'signature' | 'content';
  constructor(reason: RequestRefused['reason'], options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
