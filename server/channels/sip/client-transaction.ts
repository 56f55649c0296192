import { cseqOf, headerOf, type SipHeader, type SipRequest, type SipResponse, writeSip } from './message.ts';
import { type TransactionWay, t2Times, timeoutTimes } from './server-transaction.ts';
import type { HostPort } from './wire.ts';

/** The receiver of the responses to a request. */
export interface Responses {
  /** Called for each new response, and for repetitions of an accepted one. */
  response(response: SipResponse): void;
  /** No response came in time, or the connection ended. */
  failed(cause: 'silent' | 'broken'): void;
}

/** A request that waits for responses. Repeated over datagrams. */
export class ClientTransaction {
  readonly #way: TransactionWay;
  readonly #sent: { request: SipRequest; to: HostPort };
  readonly #octets: Buffer;
  readonly #responses: Responses;
  readonly #over: () => void;
  readonly #isInvite: boolean;
  #again: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;
  #final: SipResponse | null = null;
  #isExpiring = false;

  constructor(
    way: TransactionWay,
    sent: { request: SipRequest; to: HostPort },
    responses: Responses,
    over: () => void,
  ) {
    this.#way = way;
    this.#sent = sent;
    this.#octets = writeSip(sent.request);
    this.#responses = responses;
    this.#over = over;
    this.#isInvite = sent.request.method === 'INVITE';
  }

  start(): void {
    const { t1, transport } = this.#way;
    this.#way.send(this.#octets, this.#sent.to);
    if (transport === 'udp') this.#repeatAfter(t1);
    this.#end = setTimeout(() => this.fail('silent'), timeoutTimes * t1);
  }

  #repeatAfter(wait: number): void {
    this.#again = setTimeout(() => {
      this.#way.send(this.#octets, this.#sent.to);
      this.#repeatAfter(this.#isInvite ? 2 * wait : Math.min(2 * wait, t2Times * this.#way.t1));
    }, wait);
  }

  heard(response: SipResponse): void {
    if (this.#final) {
      this.#repeated(response);
      return;
    }
    if (response.status < 200) {
      // a phone may ring for long; other requests are repeated further
      if (this.#isInvite) {
        clearTimeout(this.#again);
        if (!this.#isExpiring) clearTimeout(this.#end);
      }
      this.#responses.response(response);
      return;
    }
    this.#final = response;
    clearTimeout(this.#again);
    clearTimeout(this.#end);
    if (this.#isInvite) {
      // repetitions of the final response can still come
      this.#end = setTimeout(() => this.end(), timeoutTimes * this.#way.t1);
      this.#end.unref();
      if (response.status >= 300) this.#acknowledge(response);
    } else this.end();
    this.#responses.response(response);
  }

  #repeated(response: SipResponse): void {
    if (response.status >= 300) this.#acknowledge(response);
    else if (response.status >= 200) this.#responses.response(response);
  }

  /** An ACK for a refusal belongs to the same transaction. */
  #acknowledge(response: SipResponse): void {
    const { request, to } = this.#sent;
    const number = cseqOf(request)?.number ?? 0;
    const headers: SipHeader[] = [
      ['via', headerOf(request, 'via')],
      ...request.headers.filter(([name]) => ['max-forwards', 'from', 'call-id', 'route'].includes(name)),
      ['to', headerOf(response, 'to')],
      ['cseq', `${number} ACK`],
    ];
    this.#way.send(writeSip({ method: 'ACK', uri: request.uri, headers, body: '' }), to);
  }

  /** Forgets a cancelled request after a while (RFC 3261, 9.1). */
  expire(): void {
    if (this.#final || this.#isExpiring) return;
    this.#isExpiring = true;
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.end(), timeoutTimes * this.#way.t1);
    this.#end.unref();
  }

  fail(cause: 'silent' | 'broken'): void {
    const isFinal = this.#final !== null;
    this.end();
    if (!isFinal) this.#responses.failed(cause);
  }

  end(): void {
    clearTimeout(this.#again);
    clearTimeout(this.#end);
    this.#over();
  }
}
