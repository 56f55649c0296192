import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { udpSocket } from '#testing/udp-sockets.ts';
import { keyPackets } from './key-packets.ts';
import { type PlainSip, plainResponse, readPlain } from './sip-messages.ts';
import { textsIn } from './speech-program.ts';

/** A call from a telephone to the program. */
export interface SipCaller {
  /** First lines of the responses to the beginning of the call. */
  responses: string[];
  /** The answer's body. */
  answer: string;
  /** The heard texts. */
  said(): string[];
  endedBy: 'program' | 'telephone' | null;
  /** Presses keys. */
  press(keys: string): Promise<void>;
  /** Sends a request of the call; returns the response's first line. */
  ask(method: string, body?: string): Promise<string>;
  hangUp(): Promise<void>;
  stop(): void;
}

interface Wanted {
  /** The port of the program, as it registered. */
  port: number;
  from: string;
  /** More headers of the INVITE. */
  headers?: string[];
  /** The offer; default: G.711 with keys, and a picture. */
  body?: string;
  /** Sends each request this many times. */
  copies?: number;
  /** Gives up as soon as it rings. */
  givesUp?: boolean;
  /** Leaves the answer without an ACK. */
  isSilent?: boolean;
  /** The branches of a telephone of RFC 2543: no branch, or the one of the INVITE again for its ACK. */
  branches?: 'none' | 'same';
}

const own = '127.0.0.1';

const offerOf = (port: number): string =>
  [
    'v=0',
    `o=- 1 1 IN IP4 ${own}`,
    's=-',
    `c=IN IP4 ${own}`,
    't=0 0',
    `m=audio ${port} RTP/AVP 9 8 101`,
    'a=rtpmap:9 G722/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:101 telephone-event/8000',
    'm=video 6000 RTP/AVP 96',
    '',
  ].join('\r\n');

const newBranch = (): string => `z9hG4bK${randomBytes(6).toString('hex')}`;

/** Calls the program; resolves at the first final response. */
export async function callProgram(wanted: Wanted): Promise<SipCaller> {
  const [socket, rtp] = await Promise.all([udpSocket(own), udpSocket(own)]);
  const call = new ProgramCall(wanted, socket, rtp);
  await Promise.race([call.begin(), once(socket, 'close')]);
  return call;
}

class ProgramCall implements SipCaller {
  readonly responses: string[] = [];
  answer = '';
  endedBy: SipCaller['endedBy'] = null;
  readonly #wanted: Wanted;
  readonly #socket: Socket;
  readonly #rtp: Socket;
  readonly #id = randomBytes(6).toString('hex');
  readonly #tag = randomBytes(4).toString('hex');
  readonly #branch = newBranch();
  readonly #sound: Buffer[] = [];
  readonly #asked = new Map<string, (first: string) => void>();
  readonly #final = Promise.withResolvers<void>();
  #to = `<sip:haus@${own}>`;
  #sequence = 0;
  #programPort = 0;

  constructor(wanted: Wanted, socket: Socket, rtp: Socket) {
    this.#wanted = wanted;
    this.#socket = socket;
    this.#rtp = rtp;
    rtp.on('message', (octets) => void (octets[1]! % 128 === 8 && this.#sound.push(octets.subarray(12))));
    socket.on('message', (octets) => this.#heard(readPlain(octets.toString('utf8'))));
  }

  begin(): Promise<void> {
    const { headers = [], body = offerOf(this.#rtp.address().port) } = this.#wanted;
    this.#send(this.#written('INVITE', 1, this.#branch, ['Content-Type: application/sdp', ...headers], body));
    return this.#final.promise;
  }

  said(): string[] {
    return textsIn(Buffer.concat(this.#sound));
  }

  async press(keys: string): Promise<void> {
    // all at once, because the program ends an entry at a pause, also one of a busy machine
    for (const key of keys) {
      const packets = keyPackets(key, this.#sequence, this.#wanted.copies);
      this.#sequence += packets.length;
      for (const packet of packets) this.#rtp.send(packet, this.#programPort, own);
    }
    await sleep(40);
  }

  ask(method: string, body = ''): Promise<string> {
    const isCancel = method === 'CANCEL';
    const branch = isCancel ? this.#branch : newBranch();
    const number = isCancel ? 1 : ++this.#sequence + 1;
    return new Promise((resolve) => {
      this.#asked.set(this.#wanted.branches === 'none' ? `${number} ${method}` : `${branch} ${method}`, resolve);
      this.#send(this.#written(method, number, branch, [], body));
    });
  }

  async hangUp(): Promise<void> {
    this.endedBy ??= 'telephone';
    await this.ask('BYE');
  }

  stop(): void {
    for (const one of [this.#socket, this.#rtp]) one.close();
  }

  #heard(message: PlainSip): void {
    if (!message.first.startsWith('SIP/2.0')) {
      if (message.method !== 'BYE') return;
      this.endedBy ??= 'program';
      this.#send(plainResponse(message, '200 OK', this.#tag));
      return;
    }
    const method = message.headers['cseq']!.split(' ')[1]!;
    const branch = /;branch=([^;]+)/.exec(message.vias[0]!)?.[1] ?? '';
    const isNamed = this.#wanted.branches !== 'none';
    this.#asked.get(isNamed ? `${branch} ${method}` : message.headers['cseq']!)?.(message.first);
    if (method !== 'INVITE' || (isNamed ? branch !== this.#branch : message.headers['cseq'] !== '1 INVITE')) return;
    this.responses.push(message.first);
    const status = Number(message.first.split(' ')[1]);
    if (status < 200 && this.#wanted.givesUp) void this.ask('CANCEL');
    if (status < 200) return;
    this.#to = message.headers['to']!;
    this.answer = message.body;
    this.#programPort = Number(/m=audio (\d+)/.exec(message.body)?.[1] ?? 0);
    const isOwn = status < 300 && this.#wanted.branches !== 'same';
    if (!this.#wanted.isSilent) this.#send(this.#written('ACK', 1, isOwn ? newBranch() : branch));
    this.#final.resolve();
  }

  #send(text: string): void {
    for (let copy = 0; copy < (this.#wanted.copies ?? 1); copy++) this.#socket.send(text, this.#wanted.port, own);
  }

  #written(method: string, number: number, branch: string, more: string[] = [], body = ''): string {
    const { port, from, branches } = this.#wanted;
    const via = branches === 'none' ? '' : `;branch=${branch}`;
    const local = this.#socket.address().port;
    return [
      `${method} sip:haus@${own}:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP ${own}:${local}${via};rport`,
      'Max-Forwards: 70',
      `From: ${from};tag=${this.#tag}`,
      `To: ${this.#to}`,
      `Call-ID: ${this.#id}`,
      `CSeq: ${number} ${method}`,
      `Contact: <sip:telefon@${own}:${local}>`,
      ...more,
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n');
  }
}
