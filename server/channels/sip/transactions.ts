import { randomBytes } from 'node:crypto';
import { ClientTransaction, type Responses } from './client-transaction.ts';
import { headerValues, hostInUri, parseParameters, tagOf } from './header-values.ts';
import {
  cseqOf,
  headerOf,
  isSipRequest,
  parseSip,
  type SipHeader,
  type SipRequest,
  type SipResponse,
  writeSip,
} from './message.ts';
import { ServerTransaction, type TransactionWay } from './server-transaction.ts';
import type { HostPort, SipTransport } from './wire.ts';

/** A request that was sent. */
export interface SentRequest {
  /** The request with its Via. */
  request: SipRequest;
  to: HostPort;
}

interface Wanted extends TransactionWay {
  /** Called once per request, except ACK. */
  request(request: SipRequest, from: HostPort): void;
  /** Called for every ACK: the one of an accepted INVITE is no part of its transaction (RFC 3261, 13.3.1.4). */
  acknowledged?(ack: SipRequest): void;
}

/** A response; `tag` of this end, otherwise a new one. */
export interface OwnResponse extends Omit<SipResponse, 'body'> {
  body?: string;
  tag?: string;
}

const mostAnswered = 2_000;
const magic = 'z9hG4bK';

/** The transactions of a user agent (RFC 3261, 17). */
export class Transactions {
  readonly #wanted: Wanted;
  readonly #asked = new Map<string, ClientTransaction>();
  readonly #answered = new Map<string, ServerTransaction>();
  /** The address in Via. */
  local: HostPort = { address: '0.0.0.0', port: 0 };

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Sends a request until a response comes. `branch`: of the request to cancel. */
  ask(request: SipRequest, to: HostPort, responses: Responses, branch: string = newBranch()): SentRequest {
    const sent = this.#withVia(request, branch);
    const key = `${branch} ${request.method}`;
    const transaction = new ClientTransaction(this.#wanted, { request: sent, to }, responses, () =>
      this.#asked.delete(key),
    );
    this.#asked.set(key, transaction);
    if (request.method === 'CANCEL') this.#asked.get(`${branch} INVITE`)?.expire();
    transaction.start();
    return { request: sent, to };
  }

  acknowledge(request: SipRequest, to: HostPort): void {
    this.#wanted.send(writeSip(this.#withVia(request, newBranch())), to);
  }

  /** Responds to a request and its repetitions. An accepted INVITE is repeated until `acknowledged` of the result. */
  respond(request: SipRequest, from: HostPort, answer: OwnResponse): Pick<ServerTransaction, 'acknowledged'> {
    const key = serverKey(request);
    const sent = this.#written(request, from, answer);
    const transaction = new ServerTransaction(this.#wanted, sent, request.method, () => this.#answered.delete(key));
    this.#answered.get(key)?.end();
    this.#answered.set(key, transaction);
    transaction.start();
    return transaction;
  }

  /** Sends a response before the final one. */
  progress(request: SipRequest, from: HostPort, answer: OwnResponse): void {
    const { octets, to } = this.#written(request, from, answer);
    this.#wanted.send(octets, to);
  }

  #written(request: SipRequest, from: HostPort, { tag, body = '', headers, ...line }: OwnResponse) {
    const response = { ...line, headers: [...copied(request, from, tag), ...headers], body };
    return { octets: writeSip(response), to: responseAddress(request, from, this.#wanted.transport) };
  }

  /** Takes a message from the network. */
  receive(octets: Buffer, from: HostPort): void {
    const message = parseSip(octets);
    if (!message) return;
    if (!isSipRequest(message)) {
      const branch = parseParameters(headerValues(message, 'via')[0] ?? '').get('branch');
      this.#asked.get(`${branch} ${cseqOf(message)!.method}`)?.heard(message);
      return;
    }
    const known = this.#answered.get(serverKey(message));
    if (message.method === 'ACK') {
      known?.acknowledged();
      // telephones of RFC 2543 acknowledge an accepted call within its transaction
      this.#wanted.acknowledged?.(message);
    } else if (known) known.repeat();
    else if (this.#answered.size < mostAnswered) this.#wanted.request(message, from);
  }

  /** The connection ended, so no response can come. */
  broken(): void {
    for (const transaction of [...this.#asked.values()]) transaction.fail('broken');
  }

  close(): void {
    this.broken(); // nothing waits for a response for ever
    for (const transaction of [...this.#answered.values()]) transaction.end();
  }

  #withVia(request: SipRequest, branch: string): SipRequest {
    const { address, port } = this.local;
    const via = `SIP/2.0/${this.#wanted.transport.toUpperCase()} ${hostInUri(address)}:${port};branch=${branch};rport`;
    return { ...request, headers: [['via', via], ...request.headers.filter(([name]) => name !== 'via')] };
  }
}

const newBranch = (): string => magic + randomBytes(12).toString('hex');

/** Returns the branch of a request that was sent. */
export const branchOf = (request: SipRequest): string =>
  parseParameters(headerOf(request, 'via')).get('branch') ?? newBranch();

/** Returns whether a request repeats, cancels or acknowledges this INVITE, also without a branch (RFC 2543). */
export const isOfInvite = (request: SipRequest, invite: SipRequest): boolean =>
  serverKey({ ...request, method: 'INVITE' }) === serverKey(invite);

/** An ACK has the key of the INVITE that it acknowledges. */
function serverKey(request: SipRequest): string {
  const via = headerValues(request, 'via')[0] ?? '';
  const method = request.method === 'ACK' ? 'INVITE' : request.method;
  const branch = parseParameters(via).get('branch') ?? '';
  if (branch.startsWith(magic)) return `${method} ${via.split(';', 1)[0]} ${branch}`;
  return [method, via, headerOf(request, 'call-id'), cseqOf(request)?.number].join(' ');
}

/** Headers of a request for its response, with the source address (RFC 3581). */
function copied(request: SipRequest, from: HostPort, tag = randomBytes(8).toString('hex')): SipHeader[] {
  const [first = '', ...vias] = headerValues(request, 'via');
  const via = first.replace(/;rport(?=;|$)/i, `;rport=${from.port}`);
  const names = ['from', 'call-id', 'cseq', 'record-route'];
  const to = headerOf(request, 'to');
  return [
    ['via', `${via};received=${from.address}`],
    ...vias.map((one): SipHeader => ['via', one]),
    ...request.headers.filter(([name]) => names.includes(name)),
    ['to', tagOf(request, 'to') ? to : `${to};tag=${tag}`],
  ];
}

function responseAddress(request: SipRequest, from: HostPort, transport: SipTransport): HostPort {
  const via = headerValues(request, 'via')[0] ?? '';
  if (transport !== 'udp' || parseParameters(via).has('rport')) return from;
  const port = Number(/:(\d{1,5})$/.exec(via.split(';', 1)[0]!.trim())?.[1] ?? 5060);
  // an invalid port would throw
  return { address: from.address, port: port > 0 && port < 65_536 ? port : from.port };
}
