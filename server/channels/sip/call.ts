import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AskSip, cancelRequest, type Invitation, inviteRequest, sayGoodbye } from './call-requests.ts';
import { type Dialog, dialogOf, inDialog } from './dialog.ts';
import { retryAfterOf } from './digest.ts';
import { SipFailure } from './failures.ts';
import { tagOf } from './header-values.ts';
import type { Media } from './media.ts';
import { cseqOf, type SipRequest, type SipResponse } from './message.ts';
import { parseSdpAnswer } from './sdp.ts';
import { branchOf, type SentRequest, type Transactions } from './transactions.ts';
import type { HostPort } from './wire.ts';

export interface CallParts {
  transactions: Pick<Transactions, 'ask' | 'acknowledge'>;
  ask: AskSip;
  server: HostPort;
  /** Requests of a call use the connection to the server. */
  isConnected: boolean;
  media: Media;
  contact: string;
  agent: string;
}

/** The wanted call. */
export interface WantedCall extends Invitation {
  /** Milliseconds that it may ring. */
  ring: number;
  /** Called when the server works on the call. */
  underway(): void;
  /** Whether the ringing must end. */
  isStopped?(): boolean;
}

const stopInterval = 250;

const goodbyeTimeout = 2_000;

/** A call to one number: it rings, is answered or refused, and ends. */
export class OutgoingCall {
  readonly id: string = randomBytes(16).toString('hex');
  readonly #tag = randomBytes(8).toString('hex');
  readonly #parts: CallParts;
  readonly #wanted: WantedCall;
  readonly #answered = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #sent: SentRequest | null = null;
  #dialog: Dialog | null = null;
  #ring: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #isUnderway = false;
  #isCancelled = false;
  #isOver = false;
  #isAbandoned = false;
  #cseq = randomInt(1, 100_000);

  constructor(parts: CallParts, wanted: WantedCall) {
    this.#parts = parts;
    this.#wanted = wanted;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** The end of the channel ended the call. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  get media(): Media {
    return this.#parts.media;
  }

  /** Resolves when the call is over, on either side. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Calls; resolves when someone answers, else throws SipFailure. */
  dial(): Promise<void> {
    this.#parts.ask(inviteRequest(this.#wanted, this.#own(this.#cseq)), this.#parts.server, {
      sent: (sent) => {
        this.#sent = sent;
      },
      response: (response) => this.#response(response),
      failed: (cause) => this.#fail(new SipFailure(cause === 'broken' ? 'unreachable' : 'silent')),
    });
    return this.#answered.promise;
  }

  /** Hangs up, or stops the ringing. Resolves when the other side knows, or doesn't react. */
  async hangUp(): Promise<void> {
    if (this.#isOver) return;
    if (!this.#dialog) {
      this.#cancel();
      const answered = this.#answered.promise.catch(() => undefined);
      await Promise.race([this.ended, answered, sleep(goodbyeTimeout, undefined, { ref: false })]);
      return;
    }
    const dialog = this.#dialog;
    this.#over();
    await this.#bye(dialog);
  }

  /** Gives up the call at the channel's end. */
  async abandon(): Promise<void> {
    this.#isAbandoned = !this.#isOver;
    await this.hangUp();
    if (this.#dialog) await this.hangUp(); // an answer crossed the end
    this.#fail(new SipFailure('closed'));
  }

  owns(request: SipRequest): boolean {
    return this.#dialog !== null && tagOf(request, 'to') === this.#tag && tagOf(request, 'from') === this.#dialog.tag;
  }

  remoteHungUp(): void {
    this.#over();
  }

  #response(response: SipResponse): void {
    if (response.status < 200) {
      this.#progress();
      return;
    }
    if (response.status < 300) {
      this.#accepted(response);
      return;
    }
    const { status, reason: words } = response;
    this.#fail(
      this.#isCancelled && status === 487
        ? new SipFailure('unanswered')
        : new SipFailure('refused', { status, words, retryAfter: retryAfterOf(response) }),
    );
  }

  #progress(): void {
    if (this.#isUnderway || this.#isOver) return;
    this.#isUnderway = true;
    this.#ring = setTimeout(() => this.#cancel(), this.#wanted.ring);
    this.#watch = setInterval(() => this.#wanted.isStopped?.() && this.#cancel(), stopInterval);
    this.#wanted.underway();
  }

  #cancel(): void {
    this.#rang();
    if (this.#isCancelled || this.#isOver || !this.#sent) return;
    this.#isCancelled = true;
    const { request, to } = this.#sent;
    const isLost = () => this.#fail(new SipFailure('unanswered'));
    this.#parts.transactions.ask(
      cancelRequest(request),
      to,
      {
        // the INVITE gets its own final response soon, or never
        response: ({ status }) => void (status >= 200 && setTimeout(isLost, 5_000).unref()),
        failed: isLost,
      },
      branchOf(request),
    );
  }

  /** Acknowledges an answer and repetitions. Hangs up further or late ones. */
  #accepted(response: SipResponse): void {
    const dialog = dialogOf(response, this.#parts, this.#wanted.uri);
    this.#acknowledge(dialog, cseqOf(response)!.number);
    if (this.#dialog?.tag === dialog.tag) return;
    if (this.#dialog || this.#isOver) return void this.#bye(dialog);
    const remote = parseSdpAnswer(response.body, this.#parts.server.address);
    this.#rang();
    if (!remote) {
      this.#fail(new SipFailure('media'));
      return void this.#bye(dialog);
    }
    this.#dialog = dialog;
    this.media.start(remote, this.#parts.server);
    this.#progress();
    this.#rang();
    this.#answered.resolve();
  }

  #rang(): void {
    clearTimeout(this.#ring);
    clearInterval(this.#watch);
  }

  #own(number: number) {
    const { contact, agent } = this.#parts;
    return { id: this.id, from: `<${this.#wanted.from}>;tag=${this.#tag}`, contact, agent, number };
  }

  #acknowledge(dialog: Dialog, number: number): void {
    this.#cseq = Math.max(this.#cseq, number);
    const ack = inDialog('ACK', dialog, this.#own(number));
    // proxies that asked for credentials want them here too
    const credentials = this.#sent?.request.headers.filter(([name]) => /^(?:proxy-)?authorization$/.test(name)) ?? [];
    this.#parts.transactions.acknowledge({ ...ack, headers: [...ack.headers, ...credentials] }, dialog.next);
  }

  #bye(dialog: Dialog): Promise<void> {
    this.#cseq++;
    return sayGoodbye(this.#parts.ask, dialog, this.#own(this.#cseq));
  }

  #fail(failure: SipFailure): void {
    if (this.#dialog || this.#isOver) return;
    this.#answered.reject(this.#isAbandoned ? new SipFailure('closed') : failure);
    this.#over();
  }

  #over(): void {
    this.#isOver = true;
    this.#rang();
    this.media.close();
    this.#ended.resolve();
  }
}
