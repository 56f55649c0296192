import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { SpeechMeter } from '#server/channels/voice/speech-meter.ts';
import { SipFailure } from './failures.ts';
import { meanSize, silence } from './g711.ts';
import { KeyReader, parseRtp, writeRtp } from './rtp.ts';
import { packetSamples, rtpClock } from './rtp-clock.ts';
import { type Law, payloadTypes, type RemoteMedia } from './sdp.ts';
import type { HostPort } from './wire.ts';

/** Speech in both forms of G.711. */
export type Speech = Readonly<Record<Law, Buffer>>;

export interface Voice {
  /** Adds to the speech; resolves when it was sent, or at `stop`. */
  speak(parts: readonly Speech[]): Promise<void>;
  /** Ends the speech at once. */
  stop(): void;
  onKey: (key: string) => void;
  /** Called for speech with its length in milliseconds. */
  onSound: (length: number) => void;
}

/** Null: the system chooses. */
export type PortRange = readonly [first: number, last: number] | null;

const samplesPerMillisecond = 8;

export class Media implements Voice {
  readonly #socket: Socket;
  readonly #ssrc = randomInt(2 ** 32);
  readonly #keys = new KeyReader();
  readonly #meter = new SpeechMeter();
  #remote: RemoteMedia | null = null;
  #trusted: readonly string[] = [];
  #sequence = randomInt(2 ** 16);
  #timestamp = randomInt(2 ** 32);
  #isFirst = true;
  #queue: Buffer[] = [];
  #at = 0;
  /** Interrupted within a word, so a pause follows. */
  #isCut = false;
  #isClosed = false;
  #spoken = Promise.withResolvers<void>();
  onKey: (key: string) => void = () => {};
  onSound: (length: number) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => undefined); // the other side refuses a packet
    socket.on('message', (octets, { address }) => this.#heard(octets, address));
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** Starts with silence. Packets count only from the other side and its server. */
  start(remote: RemoteMedia, { address }: HostPort): void {
    this.#remote = remote;
    this.#trusted = [remote.address, address];
    rtpClock.add(this);
  }

  speak(parts: readonly Speech[]): Promise<void> {
    if (!this.#remote || this.#isClosed) return Promise.resolve();
    const { law } = this.#remote;
    this.#queue.push(...parts.map((part) => part[law]).filter(({ length }) => length > 0));
    if (!this.#queue.length) return Promise.resolve();
    return this.#spoken.promise;
  }

  stop(): void {
    this.#isCut = this.#queue.length > 0;
    this.#queue = [];
    this.#at = 0;
    this.#spoken.resolve();
    this.#spoken = Promise.withResolvers();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    rtpClock.remove(this);
    this.stop();
    this.#socket.close();
  }

  tick(): void {
    if (this.#isClosed) return;
    const { address, port, law } = this.#remote!;
    const packet = writeRtp({
      payloadType: payloadTypes[law],
      marker: this.#isFirst,
      sequence: this.#sequence,
      timestamp: this.#timestamp,
      ssrc: this.#ssrc,
      payload: this.#next(law),
    });
    this.#isFirst = false;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    this.#timestamp = (this.#timestamp + packetSamples) >>> 0;
    this.#socket.send(packet, port, address, () => undefined);
  }

  /** The next 20 ms of the speech; silence fills the last ones. */
  #next(law: Law): Buffer {
    const [current] = this.#isCut ? [] : this.#queue;
    this.#isCut = false;
    if (!current) return Buffer.alloc(packetSamples, silence[law]);
    const part = current.subarray(this.#at, this.#at + packetSamples);
    this.#at += packetSamples;
    if (this.#at >= current.length) {
      this.#at = 0;
      this.#queue.shift();
      if (!this.#queue.length) this.stop();
    }
    if (part.length === packetSamples) return part;
    return Buffer.concat([part, Buffer.alloc(packetSamples - part.length, silence[law])]);
  }

  #heard(octets: Buffer, from: string): void {
    const packet = this.#remote && this.#trusted.includes(from) ? parseRtp(octets) : null;
    if (!packet) return;
    const { law, events } = this.#remote!;
    if (packet.payloadType === payloadTypes[law]) {
      const isSpeech = this.#meter.isSpeech(meanSize(packet.payload, law));
      if (isSpeech) this.onSound(packet.payload.length / samplesPerMillisecond);
      return;
    }
    if (packet.payloadType !== events) return;
    const key = this.#keys.read(packet);
    if (key !== null) this.onKey(key);
  }
}

const triedPorts = 500;

/** Returns the ports for sound of a range: the even ones. */
export const portsForSound = ([first, last]: NonNullable<PortRange>): number =>
  Math.floor(last / 2) - Math.ceil(first / 2) + 1;

/** Opens a call's sound; throws SipFailure without a free port. */
export async function openMedia(address: string, range: PortRange): Promise<Media> {
  const count = range ? portsForSound(range) : 1;
  const first = randomInt(count);
  for (let tried = 0; ; tried++) {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
    const port = range ? 2 * (Math.ceil(range[0] / 2) + ((first + tried) % count)) : 0;
    try {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.bind(port, resolve);
      });
      return new Media(socket);
    } catch (cause) {
      socket.close();
      if (tried + 1 >= Math.min(count, triedPorts)) throw new SipFailure('ports', { cause });
    }
  }
}
