import { randomInt } from 'node:crypto';
import type { AdapterApp } from '#server/channels/channel.ts';
import { OutgoingCall, type WantedCall } from './call.ts';
import type { Responses } from './client-transaction.ts';
import { type SipAccount, withCredentials } from './digest.ts';
import { SipFailure } from './failures.ts';
import { hostInUri, tagOf } from './header-values.ts';
import { IncomingCalls, type TakesCalls } from './incoming.ts';
import { openMedia, type PortRange } from './media.ts';
import { headerOf, type SipHeader, type SipRequest, type SipResponse } from './message.ts';
import { type RegistrationWaits, SipRegistration } from './registration.ts';
import { sdpOffer } from './sdp.ts';
import { type SentRequest, Transactions } from './transactions.ts';
import { type HostPort, openSipWire, type SipServer, type SipWire, type WireEnds } from './wire.ts';

/** The server of a user agent and its identity there. */
export interface UserAgentWanted {
  server: SipServer;
  /** The domain of addresses. */
  domain: string;
  account: SipAccount;
  caller: string;
  /** Whether it registers. */
  registers: boolean;
  /** Seconds of a registration. */
  expires: number;
  /** This machine's public address, if it differs. */
  publicAddress: string | null;
  ports: PortRange;
  t1: number;
  waits: RegistrationWaits;
  /** Null: incoming calls are refused. */
  incoming: TakesCalls | null;
  trouble(failure: SipFailure | null): void;
  log: Pick<AdapterApp['log'], 'info' | 'warn'>;
}

/** A number to call. */
export type NumberToCall = Pick<WantedCall, 'ring' | 'underway' | 'isStopped'> & { number: string };

const agent = 'Meldekette';
const allowed: SipHeader = ['allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS'];
const challenges = 2;

export class UserAgent {
  readonly #wanted: UserAgentWanted;
  readonly #wire: SipWire;
  readonly #transactions: Transactions;
  readonly #calls = new Map<string, OutgoingCall>();
  readonly #incoming: IncomingCalls | null;
  readonly registration: SipRegistration | null;
  #ends: WireEnds | null = null;
  #isClosing = false;

  constructor(wanted: UserAgentWanted) {
    this.#wanted = wanted;
    this.#wire = openSipWire(wanted.server, {
      received: (octets, from) => this.#transactions.receive(octets, from),
      broken: () => this.#broken(),
    });
    this.#transactions = new Transactions({
      transport: wanted.server.transport,
      send: (octets, to) => this.#wire.send(octets, to),
      t1: wanted.t1,
      request: (request, from) => this.#request(request, from),
      acknowledged: (ack) => {
        const call = this.#incoming?.get(headerOf(ack, 'call-id'));
        if (call?.owns(ack)) call.acknowledged();
      },
    });
    this.#incoming = wanted.incoming && new IncomingCalls({ ...wanted.incoming, ports: wanted.ports });
    this.registration = wanted.registers ? this.#registration() : null;
  }

  /**
   * Makes a call; resolves when someone answers. Throws SipFailure. `begin` runs before anything leaves. Waits for the
   * registration.
   */
  async call({ number, ...wanted }: NumberToCall, begin: () => void): Promise<OutgoingCall> {
    const ends = await this.#ready();
    const { domain, caller, ports, server } = this.#wanted;
    const shown = this.#shownAddress(ends.local);
    const media = await openMedia(ends.local.address, ports);
    try {
      if (this.#isClosing) throw new SipFailure('closed');
      begin();
    } catch (error) {
      media.close();
      throw error;
    }
    const call = new OutgoingCall(
      {
        transactions: this.#transactions,
        ask: (request, to, responses) => this.#ask(request, to, responses),
        server: ends.remote,
        isConnected: server.transport !== 'udp',
        media,
        contact: this.#contact(ends),
        agent,
      },
      {
        uri: `sip:${number}@${hostInUri(domain)}`,
        from: `sip:${caller}@${hostInUri(domain)}`,
        offer: sdpOffer(shown, media.port, randomInt(1, 2 ** 31)),
        ...wanted,
      },
    );
    this.#calls.set(call.id, call);
    void call.ended.then(() => this.#calls.delete(call.id));
    await call.dial().catch((failure: SipFailure) => {
      if (failure.stage === 'silent') this.#silent();
      throw failure;
    });
    return call;
  }

  /** The server may have moved or forgotten the registration. */
  #silent(): void {
    this.#lookUpAgain();
    this.registration?.lost();
  }

  /** Opens a new way to the server, unless a call uses the old one: its end would arrive there. */
  #lookUpAgain(): void {
    const isCalling = [...this.#calls.values()].some(({ isOver }) => !isOver);
    if (!isCalling && !this.#incoming?.isBusy) this.#wire.reset();
  }

  /** Hangs up, unregisters and ends. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...[...this.#calls.values()].map((call) => call.abandon()), this.#incoming?.close()]);
    await this.registration?.close();
    this.#transactions.close();
    this.#wire.close();
  }

  async #ready(): Promise<WireEnds> {
    this.#ends = await this.#wire.ready();
    this.#transactions.local = this.#ends.local;
    return this.#ends;
  }

  #registration(): SipRegistration {
    const { domain, account, expires, waits, trouble, log } = this.#wanted;
    return new SipRegistration({
      from: `sip:${account.user}@${hostInUri(domain)}`,
      domain: `sip:${hostInUri(domain)}`,
      agent,
      expires,
      waits,
      contact: async () => this.#contact(await this.#ready()),
      ask: (request) => this.#final(request),
      trouble: (failure) => {
        if (failure?.stage === 'silent') this.#lookUpAgain();
        trouble(failure);
      },
      log,
    });
  }

  #shownAddress({ address }: HostPort): string {
    return this.#wanted.publicAddress ?? address;
  }

  #contact({ local }: WireEnds): string {
    const { account, server } = this.#wanted;
    const at = `${hostInUri(this.#shownAddress(local))}:${local.port}`;
    const over = server.transport === 'udp' ? '' : `;transport=${server.transport}`;
    return `<sip:${account.user}@${at}${over}>`;
  }

  #ask(request: SipRequest, to: HostPort, responses: Responses & { sent(sent: SentRequest): void }, left = challenges) {
    const sent = this.#transactions.ask(request, to, {
      response: (response) => {
        const isChallenge = left > 0 && (response.status === 401 || response.status === 407);
        const next = isChallenge ? withCredentials(sent.request, response, this.#wanted.account) : null;
        if (next) this.#ask(next, to, responses, left - 1);
        else responses.response(response);
      },
      failed: (cause) => responses.failed(cause),
    });
    responses.sent(sent);
  }

  async #final(request: SipRequest): Promise<SipResponse> {
    const { remote } = await this.#ready();
    return new Promise((resolve, reject) => {
      this.#ask(request, remote, {
        sent: () => {},
        response: (response) => response.status >= 200 && resolve(response),
        failed: (cause) =>
          reject(new SipFailure(this.#isClosing ? 'closed' : cause === 'broken' ? 'unreachable' : 'silent')),
      });
    });
  }

  #broken(): void {
    this.#transactions.broken();
    this.registration?.lost();
  }

  /** Answers a request: the end of a call, or anything unsupported. */
  #request(request: SipRequest, from: HostPort): void {
    const id = headerOf(request, 'call-id');
    const call = this.#calls.get(id) ?? this.#incoming?.get(id);
    const isOwn = call?.owns(request) ?? false;
    // strangers get no answer, which could flood someone else, and none of the places for answers
    if (!isOwn && from.address !== this.#ends?.remote.address) return;
    const answer = this.#answerToCaller(request, from) ?? answerTo(request, isOwn);
    if (answer === 'taken') return;
    const [status, reason, ...headers] = answer;
    this.#transactions.respond(request, from, { status, reason, headers });
    if (isOwn && request.method === 'BYE') call!.remoteHungUp();
  }

  /** Answers the beginning of a call or its CANCEL; null if the request is another one. */
  #answerToCaller(request: SipRequest, from: HostPort): Answer | 'taken' | null {
    const begins = (request.method === 'INVITE' && tagOf(request, 'to') === '') || request.method === 'CANCEL';
    if (!begins || !this.#incoming || !this.#ends || this.#isClosing) return null;
    const { server, t1 } = this.#wanted;
    const common = {
      transactions: this.#transactions,
      ask: this.#ask.bind(this),
      isConnected: server.transport !== 'udp',
      shownAddress: this.#shownAddress(this.#ends.local),
      contact: this.#contact(this.#ends),
      ...{ allowed, agent, t1 },
    };
    return this.#incoming.receive(common, this.#ends, request, from) ?? 'taken';
  }
}

type Answer = [status: number, reason: string, ...headers: SipHeader[]];

function answerTo(request: SipRequest, isOwn: boolean): Answer {
  const { method } = request;
  const isInCall = tagOf(request, 'to') !== '';
  if (method === 'CANCEL' || (isInCall && !isOwn)) return [481, 'Call/Transaction Does Not Exist'];
  if (method === 'OPTIONS') return [200, 'OK', allowed];
  if (method === 'BYE' && isOwn) return [200, 'OK'];
  if (method === 'INVITE') return isInCall ? [488, 'Not Acceptable Here'] : [480, 'Temporarily Unavailable'];
  return [405, 'Method Not Allowed', allowed];
}
