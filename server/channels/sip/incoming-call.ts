import { randomBytes, randomInt } from 'node:crypto';
import type { CallParts } from './call.ts';
import { sayGoodbye } from './call-requests.ts';
import { type Dialog, dialogOfCaller } from './dialog.ts';
import { SipFailure } from './failures.ts';
import { tagOf } from './header-values.ts';
import type { Media } from './media.ts';
import { headerOf, type SipHeader, type SipRequest } from './message.ts';
import { type RemoteMedia, sdpAnswer } from './sdp.ts';
import { timeoutTimes } from './server-transaction.ts';
import { isOfInvite, type Transactions } from './transactions.ts';
import type { HostPort } from './wire.ts';

/** The request of a caller and what is needed for its answer. */
export interface IncomingParts extends Omit<CallParts, 'transactions'> {
  transactions: Pick<Transactions, 'respond' | 'progress'>;
  invite: SipRequest;
  /** The sender of the request. */
  from: HostPort;
  remote: RemoteMedia;
  /** The address for sound that the other side sees. */
  shownAddress: string;
  allowed: SipHeader;
  t1: number;
}

/** A call from a telephone: it is ringing, then answered or refused, and ends. */
export class IncomingCall {
  readonly id: string;
  readonly invite: SipRequest;
  readonly #tag = randomBytes(8).toString('hex');
  readonly #parts: IncomingParts;
  readonly #dialog: Dialog;
  readonly #ended = Promise.withResolvers<void>();
  readonly #acknowledged = Promise.withResolvers<void>();
  #response: { acknowledged(): void } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isAnswered = false;
  #isOver = false;
  #cseq = randomInt(1, 100_000);

  constructor(parts: IncomingParts) {
    this.#parts = parts;
    this.invite = parts.invite;
    this.id = headerOf(parts.invite, 'call-id');
    this.#dialog = dialogOfCaller(parts.invite, parts);
    this.#acknowledged.promise.catch(() => undefined);
    this.ring();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  get media(): Media {
    return this.#parts.media;
  }

  /** Resolves when the call is over, on either side. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Reports that the call arrived; again for a repeated request. */
  ring(): void {
    if (this.#response || this.#isOver) return;
    const { transactions, invite, from, contact } = this.#parts;
    const headers: SipHeader[] = [['contact', contact]];
    transactions.progress(invite, from, { status: 180, reason: 'Ringing', headers, tag: this.#tag });
  }

  /** Answers the call; resolves when the caller has the answer, else throws SipFailure. */
  answer(): Promise<void> {
    if (this.#isOver) return Promise.reject(new SipFailure('unanswered'));
    const { transactions, invite, from, contact, allowed, media, remote, server, shownAddress, t1 } = this.#parts;
    const own = { address: shownAddress, port: media.port, session: randomInt(1, 2 ** 31) };
    const headers: SipHeader[] = [['contact', contact], allowed, ['content-type', 'application/sdp']];
    const body = sdpAnswer(own, invite.body, remote);
    this.#response = transactions.respond(invite, from, { status: 200, reason: 'OK', headers, body, tag: this.#tag });
    this.#isAnswered = true;
    media.start(remote, server);
    this.#timer = setTimeout(() => {
      this.#acknowledged.reject(new SipFailure('silent'));
      void this.hangUp();
    }, timeoutTimes * t1);
    this.#timer.unref();
    return this.#acknowledged.promise;
  }

  /** Ends a call that isn't answered. */
  refuse(status: number, reason: string): void {
    if (this.#response || this.#isOver) return;
    const { transactions, invite, from } = this.#parts;
    this.#response = transactions.respond(invite, from, { status, reason, headers: [], tag: this.#tag });
    this.#over();
  }

  async hangUp(): Promise<void> {
    if (this.#isOver) return;
    if (!this.#isAnswered) return this.refuse(480, 'Temporarily Unavailable');
    this.#over();
    this.#cseq++;
    const { contact, agent, ask, invite } = this.#parts;
    const from = `${headerOf(invite, 'to')};tag=${this.#tag}`;
    await sayGoodbye(ask, this.#dialog, { id: this.id, from, contact, agent, number: this.#cseq });
  }

  /** Gives up the call at the channel's end. */
  abandon(): Promise<void> {
    return this.hangUp();
  }

  owns(request: SipRequest): boolean {
    return tagOf(request, 'to') === this.#tag && tagOf(request, 'from') === this.#dialog.tag;
  }

  /** Whether the request repeats the one that began the call, or ends its ringing. */
  isAbout(request: SipRequest): boolean {
    return isOfInvite(request, this.invite);
  }

  acknowledged(): void {
    this.#response?.acknowledged();
    clearTimeout(this.#timer);
    this.#acknowledged.resolve();
  }

  /** The caller gave up. An answered call goes on until they hang up. */
  remoteCancelled(): void {
    this.refuse(487, 'Request Terminated');
  }

  remoteHungUp(): void {
    this.remoteCancelled();
    if (!this.#isOver) this.#over();
  }

  #over(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    if (this.#isAnswered) this.#response?.acknowledged();
    this.#acknowledged.reject(new SipFailure('unanswered'));
    this.media.close();
    this.#ended.resolve();
  }
}
