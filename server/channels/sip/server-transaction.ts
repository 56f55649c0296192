import type { HostPort, SipTransport } from './wire.ts';

/** How transactions send, and their times. */
export interface TransactionWay {
  transport: SipTransport;
  send(octets: Buffer, to: HostPort): void;
  /** The base of all times in milliseconds (RFC 3261, 17.1.1.1). */
  t1: number;
}

/** The usual T1 in milliseconds. */
export const usualT1 = 500;
/** The longest pause between repetitions, in T1. */
export const t2Times = 8;
/** The wait for a response, in T1. */
export const timeoutTimes = 64;

/** An answered request. Repetitions get the same answer. */
export class ServerTransaction {
  readonly #way: TransactionWay;
  readonly #sent: { octets: Buffer; to: HostPort };
  readonly #isInvite: boolean;
  readonly #over: () => void;
  #again: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;

  constructor(way: TransactionWay, sent: { octets: Buffer; to: HostPort }, method: string, over: () => void) {
    this.#way = way;
    this.#sent = sent;
    this.#isInvite = method === 'INVITE';
    this.#over = over;
  }

  start(): void {
    const { t1 } = this.#way;
    this.repeat();
    if (this.#isInvite) this.#repeatAfter(t1); // until the ACK, over every transport
    this.#end = setTimeout(() => this.end(), timeoutTimes * t1);
    this.#end.unref();
  }

  #repeatAfter(wait: number): void {
    this.#again = setTimeout(() => {
      this.repeat();
      this.#repeatAfter(Math.min(2 * wait, t2Times * this.#way.t1));
    }, wait);
    this.#again.unref();
  }

  repeat(): void {
    this.#way.send(this.#sent.octets, this.#sent.to);
  }

  acknowledged(): void {
    clearTimeout(this.#again);
  }

  end(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#end);
    this.#over();
  }
}
