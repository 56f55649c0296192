import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { udpSocket } from '#testing/udp-sockets.ts';
import { keyPackets } from './key-packets.ts';
import { plainResponse, readPlain } from './sip-messages.ts';
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
  /** Requests BYE that arrived from the program. */
  press(key: string): Promise<void>;
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
  /** Leaves the answer without an ACK. */
  isSilent?: boolean;
}

const own = '127.0.0.1';

/** Calls the program; resolves at the first final response. */
export async function callProgram({
  port,
  from,
  headers = [],
  body,
  copies = 1,
  isSilent = false,
}: Wanted): Promise<SipCaller> {
  const [socket, rtp] = await Promise.all([udpSocket(own), udpSocket(own)]);
  const [id, tag] = [randomBytes(6).toString('hex'), randomBytes(4).toString('hex')];
  const local = socket.address().port;
  const inviteBranch = `z9hG4bK${randomBytes(6).toString('hex')}`;
  const sound: Buffer[] = [];
  rtp.on('message', (octets) => void (octets[1]! % 128 === 8 && sound.push(octets.subarray(12))));
  const asked = new Map<string, (first: string) => void>();
  const final = Promise.withResolvers<void>();
  let [to, sequence, programPort] = [`<sip:haus@${own}>`, 0, 0];
  const send = (text: string) => {
    for (let copy = 0; copy < copies; copy++) socket.send(text, port, own);
  };
  const write = (method: string, number: number, branch: string, more: string[] = [], content = '') =>
    [
      `${method} sip:haus@${own}:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP ${own}:${local};branch=${branch};rport`,
      'Max-Forwards: 70',
      `From: ${from};tag=${tag}`,
      `To: ${to}`,
      `Call-ID: ${id}`,
      `CSeq: ${number} ${method}`,
      `Contact: <sip:telefon@${own}:${local}>`,
      ...more,
      `Content-Length: ${Buffer.byteLength(content)}`,
      '',
      content,
    ].join('\r\n');
  const caller: SipCaller = {
    responses: [],
    answer: '',
    endedBy: null,
    said: () => textsIn(Buffer.concat(sound)),
    async press(key) {
      for (const one of key) {
        const packets = keyPackets(one, sequence, copies);
        sequence += packets.length;
        for (const packet of packets) rtp.send(packet, programPort, own);
        await sleep(40);
      }
    },
    ask(method, content = '') {
      const branch = method === 'CANCEL' ? inviteBranch : `z9hG4bK${randomBytes(6).toString('hex')}`;
      const number = method === 'CANCEL' ? 1 : ++sequence + 1;
      return new Promise((resolve) => {
        asked.set(`${branch} ${method}`, resolve);
        send(write(method, number, branch, [], content));
      });
    },
    async hangUp() {
      caller.endedBy ??= 'telephone';
      await caller.ask('BYE');
    },
    stop() {
      for (const one of [socket, rtp]) one.close();
    },
  };
  socket.on('message', (octets) => {
    const message = readPlain(octets.toString('utf8'));
    if (!message.first.startsWith('SIP/2.0')) {
      if (message.method !== 'BYE') return;
      caller.endedBy ??= 'program';
      send(plainResponse(message, '200 OK', tag));
      return;
    }
    const method = message.headers['cseq']!.split(' ')[1]!;
    const branch = /;branch=([^;]+)/.exec(message.vias[0]!)![1]!;
    asked.get(`${branch} ${method}`)?.(message.first);
    if (method !== 'INVITE' || branch !== inviteBranch) return;
    caller.responses.push(message.first);
    const status = Number(message.first.split(' ')[1]);
    if (status < 200) return;
    to = message.headers['to']!;
    caller.answer = message.body;
    programPort = Number(/m=audio (\d+)/.exec(message.body)?.[1] ?? 0);
    const ackBranch = status < 300 ? `z9hG4bK${randomBytes(6).toString('hex')}` : inviteBranch;
    if (!isSilent) send(write('ACK', 1, ackBranch));
    final.resolve();
  });
  const offer = [
    'v=0',
    `o=- 1 1 IN IP4 ${own}`,
    's=-',
    `c=IN IP4 ${own}`,
    't=0 0',
    `m=audio ${rtp.address().port} RTP/AVP 9 8 101`,
    'a=rtpmap:9 G722/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:101 telephone-event/8000',
    'm=video 6000 RTP/AVP 96',
    '',
  ].join('\r\n');
  const content = body ?? offer;
  send(write('INVITE', 1, inviteBranch, ['Content-Type: application/sdp', ...headers], content));
  await Promise.race([final.promise, once(socket, 'close')]);
  return caller;
}
