import { connect as connectTcp, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { decodePdu, encodePdu, headerLength, type Pdu } from './pdu.ts';

// message_payload takes up to 65,535 octets
const longest = 70_000;
// the other side doesn't read responses
const mostUnread = 512 * 1024;
const lastSequence = 0x7fffffff;

const isResponse = ({ command }: Pdu) => command >= 0x80000000;

/** Numbers requests, matches responses, and passes on incoming requests. */
export class PduStream {
  readonly socket: Socket;
  readonly #hear: (request: Pdu) => void;
  readonly #pending = new Map<number, (response: Pdu) => void>();
  #sequence = 0;
  #length: number | null = null;

  constructor(options: ConnectionOptions & { tls: boolean }, hear: (request: Pdu) => void) {
    this.#hear = hear;
    this.socket = options.tls ? connectTls(options) : connectTcp({ host: options.host!, port: options.port! });
    this.socket.on('readable', () => this.#read());
    this.socket.on('error', () => this.socket.destroy());
  }

  /** Sends a request. Returns a function that ignores a later response, or null if the connection is over. */
  ask(command: number, body: Buffer, answered: (response: Pdu) => void): (() => void) | null {
    if (!this.socket.writable) return null;
    const sequence = this.#sequence === lastSequence ? 1 : this.#sequence + 1;
    this.#sequence = sequence;
    this.#pending.set(sequence, answered);
    this.#write({ command, status: 0, sequence, body });
    return () => void this.#pending.delete(sequence);
  }

  respond(response: Pdu): void {
    if (this.socket.writable) this.#write(response);
  }

  #write(pdu: Pdu): void {
    this.socket.write(encodePdu(pdu));
    if (this.socket.writableLength > mostUnread) this.socket.destroy(new Error('responses stay unread'));
  }

  #read(): void {
    for (;;) {
      const length = this.#length ?? this.#readLength();
      if (length === null) return;
      this.#length = length;
      const octets: Buffer | null = this.socket.read(length - 4);
      if (!octets || octets.length < length - 4) return; // at the end of the connection, it is the rest
      this.#length = null;
      const pdu = decodePdu(octets);
      if (!isResponse(pdu)) this.#hear(pdu);
      else {
        const answered = this.#pending.get(pdu.sequence);
        this.#pending.delete(pdu.sequence);
        answered?.(pdu);
      }
    }
  }

  /** After an impossible length, the position is unknown. */
  #readLength(): number | null {
    const octets = this.socket.read(4) as Buffer | null;
    if (!octets || octets.length < 4) return null;
    const length = octets.readUInt32BE(0);
    if (length >= headerLength && length <= longest) return length;
    this.socket.destroy(new Error(`a PDU of ${length} octets`));
    return null;
  }
}
