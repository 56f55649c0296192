import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdapterApp } from '#server/channels/channel.ts';
import { retryAfterOf } from './digest.ts';
import { SipFailure } from './failures.ts';
import { headerValues, parseSipAddress } from './header-values.ts';
import { headerOf, type SipHeader, type SipRequest, type SipResponse } from './message.ts';

/** Waits of a registration in milliseconds; tests use shorter ones. */
export interface RegistrationWaits {
  /** Shortest and longest wait before it is tried again. */
  again: readonly [number, number];
}

interface Wanted {
  /** The user's address at the server, and the server's own. */
  from: string;
  domain: string;
  agent: string;
  /** The seconds to ask for. */
  expires: number;
  waits: RegistrationWaits;
  /** Returns where calls arrive; throws SipFailure without a way to the server. */
  contact(): Promise<string>;
  /** Resolves to the final response; throws SipFailure. */
  ask(request: SipRequest): Promise<SipResponse>;
  /** Receives the failure of an attempt; null after success. */
  trouble(failure: SipFailure | null): void;
  log: Pick<AdapterApp['log'], 'info' | 'warn'>;
}

const tooBrief = 423;
const longestInterval = 86_400;
const goodbyeTimeout = 2_000;

/** Registers at a server, and again before it forgets. */
export class SipRegistration {
  readonly #wanted: Wanted;
  readonly #id = randomBytes(16).toString('hex');
  readonly #tag = randomBytes(8).toString('hex');
  readonly #closing = new AbortController();
  #cseq = 0;
  #expires: number;
  #validUntil = 0;
  #contact = '';
  #trying: Promise<void> | null = null;
  #lost = new AbortController();
  #kept: Promise<void> | null = null;

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
    this.#expires = wanted.expires;
  }

  /** Resolves while registered; registers if necessary. Throws SipFailure. */
  async ready(): Promise<void> {
    if (this.#closing.signal.aborted) throw new SipFailure('closed');
    if (performance.now() < this.#validUntil) return;
    await this.#register();
  }

  /** Stays registered from now on. */
  keep(): void {
    this.#kept ??= this.#keep();
  }

  /** The connection ended, so it must register again. */
  lost(): void {
    this.#validUntil = 0;
    this.#lost.abort();
  }

  /** Ends the registration. */
  async close(): Promise<void> {
    this.#closing.abort();
    const over = () => sleep(goodbyeTimeout, undefined, { ref: false });
    // transactions may wait for a silent server
    await Promise.race([Promise.all([this.#trying?.catch(() => undefined), this.#kept]), over()]);
    if (performance.now() >= this.#validUntil) return;
    this.#validUntil = 0;
    const goodbye = this.#wanted.ask(this.#request(0)).catch(() => undefined);
    await Promise.race([goodbye, over()]);
  }

  async #keep(): Promise<void> {
    const { waits, trouble, log } = this.#wanted;
    const [shortest, longest] = waits.again;
    let wait = shortest;
    const { signal } = this.#closing;
    const pause = (time: number, ...ends: AbortSignal[]) =>
      sleep(time, undefined, { signal: AbortSignal.any([signal, ...ends]) }).catch(() => undefined);
    while (!signal.aborted) {
      try {
        await this.#register();
        log.info({ event: 'sip_registered' });
        wait = shortest;
        trouble(null);
        await pause(Math.max(0, 0.8 * (this.#validUntil - performance.now()) - shortest), this.#lost.signal);
        await pause(shortest); // a server may end every connection at once
      } catch (error) {
        if (signal.aborted) return;
        const failure = error instanceof SipFailure ? error : new SipFailure('unreachable', { cause: error });
        // servers lock an account after repeated wrong passwords
        if ([401, 403, 407].includes(failure.status)) wait = longest;
        log.warn({ event: 'sip_not_registered', stage: failure.stage, status: failure.status });
        trouble(failure);
        await pause(wait * (0.5 + Math.random()));
        wait = Math.min(2 * wait, longest);
      }
    }
  }

  #register(): Promise<void> {
    this.#trying ??= this.#try().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #try(): Promise<void> {
    this.#lost = new AbortController();
    this.#contact = await this.#wanted.contact();
    for (let isFirst = true; ; isFirst = false) {
      const response = await this.#wanted.ask(this.#request(this.#expires));
      const { status, reason: words } = response;
      if (status < 300) {
        this.#validUntil = performance.now() + 1_000 * grantedTo(this.#contact, response, this.#expires);
        return;
      }
      const minimum = secondsIn(headerOf(response, 'min-expires'));
      if (status !== tooBrief || !isFirst || minimum === null || minimum > longestInterval)
        throw new SipFailure('refused', { status, words, retryAfter: retryAfterOf(response) });
      this.#expires = minimum;
    }
  }

  #request(expires: number): SipRequest {
    const { from, domain, agent } = this.#wanted;
    this.#cseq += 10; // each challenge takes the next number
    const headers: SipHeader[] = [
      ['max-forwards', '70'],
      ['from', `<${from}>;tag=${this.#tag}`],
      ['to', `<${from}>`],
      ['call-id', this.#id],
      ['cseq', `${this.#cseq} REGISTER`],
      ['contact', `${this.#contact};expires=${expires}`],
      ['expires', String(expires)],
      ['allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS'],
      ['user-agent', agent],
    ];
    return { method: 'REGISTER', uri: domain, headers, body: '' };
  }
}

const secondsIn = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null);

/** Returns the seconds for which the server keeps this contact. */
function grantedTo(contact: string, response: SipResponse, asked: number): number {
  const { uri } = parseSipAddress(contact);
  const own = headerValues(response, 'contact')
    .map((one) => parseSipAddress(one))
    .find((one) => one.uri === uri);
  const granted = own?.parameters.get('expires') ?? headerOf(response, 'expires');
  return Math.min(longestInterval, secondsIn(granted) ?? asked);
}
