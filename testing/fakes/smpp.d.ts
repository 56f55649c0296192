// The parts of the package that are used; it brings no types.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer } from 'node:net';
  import type { ConnectionOptions } from 'node:tls';

  export type PduFields = Record<string, string | number | Buffer | { udh: Buffer; message: string }>;

  export interface Pdu {
    command: string;
    command_id: number;
    command_status: number;
    sequence_number: number;
    readonly [field: string]: unknown;
    isResponse(): boolean;
    response(fields?: PduFields): Pdu;
  }

  export class Session extends EventEmitter {
    readonly socket: import('node:net').Socket;
    /** False when the connection is over: then nothing was written and no answer comes. */
    send(pdu: Pdu, answered?: (pdu: Pdu) => void, written?: (pdu: Pdu) => void): boolean;
    close(): void;
    destroy(): void;
  }

  const smpp: {
    PDU: new (command: string, fields?: PduFields) => Pdu;
    connect(options: ConnectionOptions & { tls?: boolean }): Session;
    createServer(options: { key?: string; cert?: string }, listener: (session: Session) => void): NetServer;
    addCommand(name: string, definition: object): void;
    addTLV(name: string, definition: object): void;
    commands: Record<string, { id: number; params: Record<string, object> }>;
    tlvs: Record<string, { id: number; type: object }>;
    errors: Record<string, number>;
  };
  export default smpp;
}
