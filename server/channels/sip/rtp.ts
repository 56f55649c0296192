/** The used parts of an RTP packet (RFC 3550). */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  sequence: number;
  timestamp: number;
  ssrc: number;
  payload: Buffer;
}

const headerLength = 12;
const version = 2;

/** Writes a packet. */
export function writeRtp({ payloadType, marker, sequence, timestamp, ssrc, payload }: RtpPacket): Buffer {
  const octets = Buffer.allocUnsafe(headerLength + payload.length);
  octets[0] = version << 6;
  octets[1] = (marker ? 0x80 : 0) | (payloadType & 0x7f);
  octets.writeUInt16BE(sequence & 0xffff, 2);
  octets.writeUInt32BE(timestamp >>> 0, 4);
  octets.writeUInt32BE(ssrc >>> 0, 8);
  payload.copy(octets, headerLength);
  return octets;
}

/** Reads a packet; null if it is none. */
export function parseRtp(octets: Buffer): RtpPacket | null {
  if (octets.length < headerLength || octets[0]! >> 6 !== version) return null;
  let start = headerLength + 4 * (octets[0]! & 0x0f);
  if (octets[0]! & 0x10) {
    if (octets.length < start + 4) return null;
    start += 4 + 4 * octets.readUInt16BE(start + 2);
  }
  const padding = octets[0]! & 0x20 ? octets.at(-1)! : 0;
  const end = octets.length - padding;
  if (end < start) return null;
  return {
    payloadType: octets[1]! & 0x7f,
    marker: octets[1]! >= 0x80,
    sequence: octets.readUInt16BE(2),
    timestamp: octets.readUInt32BE(4),
    ssrc: octets.readUInt32BE(8),
    payload: octets.subarray(start, end),
  };
}

/** The keys of a telephone by their event number (RFC 4733). */
const eventKeys = '0123456789*#ABCD';

/** A key in a packet. */
interface KeyEvent {
  key: string;
  /** The length so far, in samples. */
  duration: number;
}

/** Reads the payload of a packet for a key; null if it is none. */
export function parseKeyEvent(payload: Buffer): KeyEvent | null {
  const key = payload.length >= 4 ? eventKeys[payload[0]!] : undefined;
  return key === undefined ? null : { key, duration: payload.readUInt16BE(2) };
}

const remembered = 8;

/** Counts keys; packets may be lost, doubled or late. */
export class KeyReader {
  readonly #known: number[] = [];
  #last: { key: string; timestamp: number; duration: number } | null = null;

  /** Returns the key that begins with this packet; null if it was counted before. */
  read({ timestamp, marker, payload }: Pick<RtpPacket, 'timestamp' | 'marker' | 'payload'>): string | null {
    const event = parseKeyEvent(payload);
    if (!event) return null;
    const last = this.#last;
    if (this.#known.includes(timestamp)) {
      if (last?.timestamp === timestamp) last.duration = Math.max(last.duration, event.duration);
      return null;
    }
    // a held key continues with another timestamp
    const isSame =
      last !== null && !marker && last.key === event.key && timestamp === (last.timestamp + last.duration) >>> 0;
    this.#known.push(timestamp);
    if (this.#known.length > remembered) this.#known.shift();
    this.#last = { key: event.key, timestamp, duration: event.duration };
    return isSame ? null : event.key;
  }
}
