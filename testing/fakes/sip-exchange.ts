import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyPackets } from './key-packets.ts';
import { PlainDigest, type PlainSip, plainResponse, readPlain } from './sip-messages.ts';
import { textsIn } from './speech-program.ts';

/** Keys in sequence (several are digits), or an end. */
export type SipCourse =
  | 'no-answer'
  | 'silence'
  | 'drop'
  | 'machine'
  | { status: string; headers?: string[] }
  | readonly string[];

/** A call that rang at a telephone of the exchange. */
export interface RungCall {
  id: string;
  to: string;
  from: string;
  /** The heard texts. */
  said(): string[];
  state: 'ringing' | 'connected' | 'cancelled' | 'refused' | 'ended';
  /** Who ended it. */
  endedBy: 'program' | 'telephone' | null;
  /** Number of packets of sound. */
  packets: number;
  invites: number;
  /** Returns the response's first line. */
  ask(method: string, body?: string): Promise<string>;
}

/** A fake PBX with its telephones. */
export interface SipExchange {
  port: number;
  password: string;
  calls: RungCall[];
  /** By number; the last one repeats. Others listen and hang up. A promised one rings until then. */
  fates: Map<string, (SipCourse | Promise<SipCourse>)[]>;
  /** Contacts that are registered now. */
  contacts: Map<string, number>;
  /** Refuses all registrations with this status. */
  refuses: string | null;
  /** Number of datagrams to drop before one is read. */
  lose: number;
  /** Sends each response and each key this many times. */
  copies: number;
  algorithm: 'MD5' | 'SHA-256';
  /** Outside of a call; returns the response's first line. */
  ask(method: string): Promise<string>;
  stop(): Promise<void>;
}

/** A message with the port that it came from. */
interface Arrived extends PlainSip {
  port: number;
}

const own = '127.0.0.1';

/** Starts an exchange by RFC 3261 over UDP with credentials and keys (RFC 4733). */
export async function startSipExchange(): Promise<SipExchange> {
  const exchange = new Exchange();
  await exchange.start();
  return exchange;
}

class Exchange implements SipExchange {
  port = 0;
  password = 'geheim-geheim';
  calls: Telephone[] = [];
  fates = new Map<string, (SipCourse | Promise<SipCourse>)[]>();
  contacts = new Map<string, number>();
  refuses: string | null = null;
  lose = 0;
  copies = 1;
  algorithm: 'MD5' | 'SHA-256' = 'MD5';
  readonly #socket: Socket = createSocket('udp4');
  readonly #digests = new Map<string, { digest: PlainDigest; via: string }>();
  readonly #asked = new Map<string, (first: string) => void>();
  #program = 0;

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.bind(0, own, resolve));
    this.port = this.#socket.address().port;
    this.#socket.on('message', (octets, { port }) => {
      const text = octets.toString('utf8');
      if (!text.trim()) return;
      if (this.lose > 0) {
        this.lose--;
        return;
      }
      this.#read({ ...readPlain(text), port });
    });
  }

  send(text: string, port: number): void {
    for (let copy = 0; copy < this.copies; copy++) this.#socket.send(text, port, own);
  }

  respond(request: Arrived, status: string, tag: string, more: string[] = [], body = ''): void {
    this.send(plainResponse(request, status, tag, more, body), request.port);
  }

  request(port: number, method: string, headers: string[], body = ''): Promise<string> {
    const branch = `z9hG4bK${randomBytes(6).toString('hex')}`;
    const lines = [
      `${method} sip:meldekette@${own} SIP/2.0`,
      `Via: SIP/2.0/UDP ${own}:${this.port};branch=${branch};rport`,
      'Max-Forwards: 70',
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ];
    return new Promise((resolve) => {
      this.#asked.set(branch, resolve);
      this.send(`${lines.join('\r\n')}\r\n\r\n${body}`, port);
    });
  }

  ask(method: string): Promise<string> {
    const id = randomBytes(6).toString('hex');
    const headers = [
      `From: <sip:anlage@${own}>;tag=${id}`,
      `To: <sip:meldekette@${own}>`,
      `Call-ID: ${id}`,
      `CSeq: 1 ${method}`,
    ];
    return this.request(this.#program, method, headers);
  }

  #read(message: Arrived): void {
    if (message.first.startsWith('SIP/2.0')) {
      const branch = /;branch=([^;]+)/.exec(message.vias[0]!)?.[1] ?? '';
      this.#asked.get(branch)?.(message.first);
      if (/ INVITE$/.test(message.headers['cseq']!)) this.#acknowledge(message);
      return;
    }
    const call = this.calls.find(({ id }) => id === message.headers['call-id']);
    if (message.method === 'REGISTER') this.#register(message);
    else if (message.method === 'INVITE') this.#invite(message);
    else if (call) call.heard(message);
    else if (message.method !== 'ACK') this.respond(message, '481 Unknown', 'x');
  }

  #acknowledge({ headers, vias, port }: Arrived): void {
    const { from, to, cseq } = headers;
    const lines = [
      `ACK sip:meldekette@${own} SIP/2.0`,
      `Via: ${vias[0]}`,
      `From: ${from}`,
      `To: ${to}`,
      `Call-ID: ${headers['call-id']}`,
      `CSeq: ${cseq!.split(' ')[0]} ACK`,
      'Content-Length: 0',
    ];
    this.send(`${lines.join('\r\n')}\r\n\r\n`, port);
  }

  #register(request: Arrived): void {
    this.#program = request.port;
    if (this.refuses) {
      this.respond(request, this.refuses, 'r');
      return;
    }
    if (!this.#admits(request, 'authorization')) {
      this.#challenge(request, '401 Unauthorized', 'WWW-Authenticate');
      return;
    }
    const contact = request.headers['contact']!;
    const expires = Number(/expires=(\d+)/.exec(contact)?.[1] ?? 60);
    const uri = /<([^>]+)>/.exec(contact)![1]!;
    if (expires) this.contacts.set(uri, expires);
    else this.contacts.delete(uri);
    this.respond(request, '200 OK', 'r', [`Contact: <${uri}>;expires=${expires}`]);
  }

  #invite(request: Arrived): void {
    const id = request.headers['call-id']!;
    const known = this.calls.find((call) => call.id === id);
    if (known) {
      known.invites++;
      return;
    }
    if (!this.#admits(request, 'proxy-authorization')) {
      this.#challenge(request, '407 Proxy Authentication Required', 'Proxy-Authenticate');
      return;
    }
    const to = /sip:([^@]+)@/.exec(request.first)![1]!;
    const fates = this.fates.get(to) ?? [[]];
    const call = new Telephone(this, request, { id, to });
    this.calls.push(call);
    void call.live(fates.length > 1 ? fates.shift()! : fates[0]!);
  }

  #admits(request: Arrived, header: string): boolean {
    return this.#digests.get(request.headers['call-id']!)?.digest.accepts(request, header, this.password) ?? false;
  }

  #challenge(request: Arrived, status: string, header: string): void {
    const [id, via] = [request.headers['call-id']!, request.vias[0]!];
    const known = this.#digests.get(id);
    // a repeated request gets the same challenge
    const digest = known?.via === via ? known.digest : new PlainDigest(this.algorithm);
    this.#digests.set(id, { digest, via });
    this.respond(request, status, 'c', [`${header}: ${digest.challenge}`]);
  }

  async stop(): Promise<void> {
    for (const call of this.calls) call.close();
    this.#socket.close();
  }
}

class Telephone implements RungCall {
  readonly id: string;
  readonly to: string;
  readonly from: string;
  readonly #exchange: Exchange;
  readonly #invite: Arrived;
  readonly #tag = randomBytes(4).toString('hex');
  readonly #rtp: Socket = createSocket('udp4');
  readonly #sound: Buffer[] = [];
  state: RungCall['state'] = 'ringing';
  endedBy: RungCall['endedBy'] = null;
  packets = 0;
  invites = 1;
  #programPort = 0;
  #sequence = 0;
  #isClosed = false;

  constructor(exchange: Exchange, invite: Arrived, { id, to }: { id: string; to: string }) {
    this.#exchange = exchange;
    this.#invite = invite;
    this.id = id;
    this.to = to;
    this.from = /sip:([^@]+)@/.exec(invite.headers['from']!)![1]!;
    this.#rtp.on('message', (octets) => {
      this.packets++;
      if (octets[1]! % 128 === 8) this.#sound.push(octets.subarray(12));
    });
  }

  said(): string[] {
    return textsIn(Buffer.concat(this.#sound));
  }

  async live(decided: SipCourse | Promise<SipCourse>): Promise<void> {
    const respond = (status: string, more: string[] = [], body = '') =>
      this.#exchange.respond(this.#invite, status, this.#tag, more, body);
    if (decided instanceof Promise) respond('180 Ringing');
    const course = await decided;
    if (course === 'silence') return;
    respond('100 Trying');
    if (typeof course === 'object' && 'status' in course) {
      this.state = 'refused';
      respond(course.status, course.headers);
      return;
    }
    respond('180 Ringing');
    if (course === 'no-answer') return;
    await new Promise<void>((resolve) => this.#rtp.bind(0, own, resolve));
    this.#programPort = Number(/m=audio (\d+)/.exec(this.#invite.body)![1]);
    const { port } = this.#rtp.address();
    const answer = `v=0\r\no=- 1 1 IN IP4 ${own}\r\ns=-\r\nc=IN IP4 ${own}\r\nt=0 0\r\nm=audio ${port} RTP/AVP 8 101\r\na=rtpmap:101 telephone-event/8000\r\n`;
    respond(
      '200 OK',
      [`Contact: <sip:${this.to}@${own}:${this.#exchange.port}>`, 'Content-Type: application/sdp'],
      answer,
    );
    await this.#until(() => this.state !== 'ringing');
    if (course === 'machine') await this.#greet();
    else if (course !== 'drop') await this.#listen([...course]);
    await this.#hangUp();
  }

  /** Presses each key after new speech; then listens. */
  async #listen(keys: string[]): Promise<void> {
    let heard = 0;
    for (const key of keys) {
      await this.#until(() => this.said().length > heard);
      heard = this.said().length;
      await this.#press(key);
    }
    await this.#until(() => this.said().length > heard + (keys.length ? 0 : 2));
  }

  /** Speaks words for six seconds, beeps, and records until the other side hangs up. */
  async #greet(): Promise<void> {
    const packet = Buffer.alloc(172);
    packet[0] = 0x80;
    packet[1] = 8;
    for (let at = 0; at < 300 && this.state === 'connected'; at++) {
      packet.writeUInt16BE(at, 2);
      packet.writeUInt32BE(at * 160, 4);
      packet.fill(at % 10 === 0 ? 0xd5 : 0x2a, 12); // silent or loud in A-law
      this.#rtp.send(Buffer.from(packet), this.#programPort, own);
      if (at % 10 === 9) await sleep(2); // faster than speech, because its length counts
    }
    await this.#until(() => false);
  }

  /** Presses keys at once, because the program ends an entry at a pause, also one of a busy machine. */
  async #press(keys: string): Promise<void> {
    for (const key of keys) {
      const packets = keyPackets(key, this.#sequence, this.#exchange.copies);
      this.#sequence += packets.length;
      for (const packet of packets) this.#rtp.send(packet, this.#programPort, own);
    }
    await sleep(40);
  }

  async #hangUp(): Promise<void> {
    if (this.state !== 'connected') return;
    this.state = 'ended';
    this.endedBy = 'telephone';
    await this.ask('BYE');
  }

  ask(method: string, body = ''): Promise<string> {
    const { from, to } = this.#invite.headers;
    return this.#exchange.request(
      this.#invite.port,
      method,
      [
        `From: ${to};tag=${this.#tag}`,
        `To: ${from}`,
        `Call-ID: ${this.id}`,
        `CSeq: ${++this.#sequence} ${method}`,
        `Contact: <sip:${this.to}@${own}:${this.#exchange.port}>`,
      ],
      body,
    );
  }

  heard(request: Arrived): void {
    const respond = (status: string) => this.#exchange.respond(request, status, this.#tag);
    if (request.method === 'ACK' && this.state === 'ringing') this.state = 'connected';
    if (request.method === 'CANCEL') {
      respond('200 OK');
      if (this.state === 'ringing') this.#exchange.respond(this.#invite, '487 Request Terminated', this.#tag);
      this.state = 'cancelled';
    }
    if (request.method === 'BYE') {
      respond('200 OK');
      if (this.state === 'connected') this.endedBy = 'program';
      this.state = 'ended';
    }
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!this.#isClosed && this.state !== 'ended' && this.state !== 'cancelled' && !holds()) await sleep(10);
  }

  close(): void {
    this.#isClosed = true;
    this.#rtp.close();
  }
}
