import { longestSip } from './message.ts';

const longestHead = 32_768;
const headEnd = Buffer.from('\r\n\r\n');

/** Cuts a stream into messages by their Content-Length. */
export class SipStreamReader {
  #parts: Buffer[] = [];
  #held = 0;
  #wanted = 0;

  /** Returns complete messages; null if the position is lost. */
  read(octets: Buffer): Buffer[] | null {
    this.#parts.push(octets);
    this.#held += octets.length;
    if (this.#held < this.#wanted) return [];
    let rest = Buffer.concat(this.#parts);
    const messages: Buffer[] = [];
    for (;;) {
      let start = 0;
      while (rest[start] === 0x0d || rest[start] === 0x0a) start++; // signs of life between messages
      rest = rest.subarray(start);
      const length = lengthOf(rest);
      if (length === 'lost') return null;
      this.#wanted = length ?? 0;
      if (length === null || length > rest.length) break;
      messages.push(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
    this.#parts = rest.length ? [rest] : [];
    this.#held = rest.length;
    return messages;
  }
}

/** Returns the length of the next message; null while its headers are incomplete. */
function lengthOf(octets: Buffer): number | 'lost' | null {
  const end = octets.subarray(0, longestHead).indexOf(headEnd);
  if (end < 0) return octets.length < longestHead ? null : 'lost';
  const head = octets.toString('latin1', 0, end);
  const written = /\r\n(?:content-length|l)[ \t]{0,9}:[ \t]{0,9}(\d{1,6})[ \t]{0,9}(?:\r\n|$)/i.exec(head)?.[1];
  const length = end + headEnd.length + Number(written ?? Number.NaN);
  return length <= longestSip ? length : 'lost';
}
