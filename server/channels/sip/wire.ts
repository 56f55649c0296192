import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { SipFailure } from './failures.ts';
import { usualAddress } from './header-values.ts';
import { SipStreamReader } from './stream-reader.ts';

export interface SipServer {
  host: string;
  port: number;
  transport: SipTransport;
  /** Whether its certificate must be valid. */
  verify: boolean;
}

/** The transports of SIP. */
export type SipTransport = 'udp' | 'tcp' | 'tls';

/** An address of the network. */
export interface HostPort {
  address: string;
  port: number;
}

export interface WireEnds {
  local: HostPort;
  remote: HostPort;
}

/** Datagrams, or a connection on demand. */
export interface SipWire {
  readonly transport: SipTransport;
  /** Resolves when messages can be sent; rejects with a SipFailure. */
  ready(): Promise<WireEnds>;
  send(octets: Buffer, to: HostPort): void;
  /** Looks up the server again, because it doesn't respond. */
  reset(): void;
  close(): void;
}

/** The receiver of messages. */
export interface WireEvents {
  received(octets: Buffer, from: HostPort): void;
  /** A connection ended. */
  broken(): void;
}

const connectTimeout = 10_000;
const alive = Buffer.from('\r\n\r\n');
const aliveEvery = 25_000; // less than NAT devices forget datagrams in
const mostUnread = 1024 * 1024;

/** Opens the way to a server. */
export const openSipWire = (server: SipServer, events: WireEvents): SipWire =>
  server.transport === 'udp' ? new Datagrams(server, events) : new Connection(server, events);

async function addressOf(host: string): Promise<{ address: string; family: number }> {
  return lookup(host).catch((cause: Error) => {
    throw new SipFailure('unreachable', { cause });
  });
}

async function localAddress({ address, port }: HostPort, family: number): Promise<string> {
  const probe = createSocket(family === 6 ? 'udp6' : 'udp4');
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.connect(port, address, resolve);
    });
    return probe.address().address;
  } catch (cause) {
    throw new SipFailure('unreachable', { cause });
  } finally {
    probe.close();
  }
}

class Datagrams implements SipWire {
  readonly transport = 'udp';
  readonly #server: SipServer;
  readonly #events: WireEvents;
  #opening: Promise<WireEnds> | null = null;
  #socket: UdpSocket | null = null;
  #alive: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(server: SipServer, events: WireEvents) {
    this.#server = server;
    this.#events = events;
  }

  ready(): Promise<WireEnds> {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<WireEnds> {
    const { address, family } = await addressOf(this.#server.host);
    const remote = { address: usualAddress(address) ?? address, port: this.#server.port };
    const local = await localAddress(remote, family);
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4');
    socket.on('message', (octets, from) => this.#events.received(octets, from));
    socket.on('error', () => undefined); // a refused datagram is as one that is lost
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.bind(0, resolve);
    }).catch((cause: unknown) => {
      socket.close();
      throw new SipFailure('unreachable', { cause });
    });
    if (this.#isClosed) {
      socket.close();
      throw new SipFailure('closed');
    }
    this.#socket = socket;
    this.#alive = setInterval(() => this.send(alive, remote), aliveEvery);
    this.#alive.unref();
    return { local: { address: local, port: socket.address().port }, remote };
  }

  send(octets: Buffer, { address, port }: HostPort): void {
    this.#socket?.send(octets, port, address, () => undefined);
  }

  reset(): void {
    clearInterval(this.#alive);
    this.#socket?.close();
    this.#socket = null;
    this.#opening = null;
  }

  close(): void {
    this.#isClosed = true;
    this.reset();
  }
}

class Connection implements SipWire {
  readonly transport: SipTransport;
  readonly #server: SipServer;
  readonly #events: WireEvents;
  #opening: Promise<WireEnds> | null = null;
  #socket: Socket | null = null;
  #isClosed = false;

  constructor(server: SipServer, events: WireEvents) {
    this.transport = server.transport;
    this.#server = server;
    this.#events = events;
  }

  ready(): Promise<WireEnds> {
    if (this.#isClosed) return Promise.reject(new SipFailure('closed'));
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  async #open(): Promise<WireEnds> {
    const { host, port, transport, verify } = this.#server;
    const socket =
      transport === 'tls'
        ? connectTls({
            host,
            port,
            rejectUnauthorized: verify,
            minVersion: 'TLSv1.2',
            ...(isIP(host) ? {} : { servername: host }),
          })
        : connectTcp({ host, port });
    await connected(socket, transport === 'tls' ? 'secureConnect' : 'connect');
    if (this.#isClosed) {
      socket.destroy();
      throw new SipFailure('closed');
    }
    this.#socket = socket;
    const remote = { address: socket.remoteAddress!, port: socket.remotePort! };
    this.#read(socket, remote);
    return { local: { address: socket.localAddress!, port: socket.localPort! }, remote };
  }

  #read(socket: Socket, remote: HostPort): void {
    const reader = new SipStreamReader();
    const signs = setInterval(() => socket.write(alive), aliveEvery);
    signs.unref();
    socket.setNoDelay(true);
    socket.on('data', (octets: Buffer) => {
      const messages = reader.read(octets);
      for (const message of messages ?? []) this.#events.received(message, remote);
      if (!messages) socket.destroy();
    });
    socket.on('close', () => {
      clearInterval(signs);
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#opening = null;
      this.#events.broken();
    });
  }

  send(octets: Buffer): void {
    if (!this.#socket?.writable) return;
    this.#socket.write(octets);
    if (this.#socket.writableLength > mostUnread) this.#socket.destroy();
  }

  reset(): void {
    this.#socket?.destroy();
  }

  close(): void {
    this.#isClosed = true;
    const socket = this.#socket;
    this.#socket = null;
    socket?.end();
    if (socket) setTimeout(() => socket.destroy(), 1_000).unref();
  }
}

function connected(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (cause: Error & { code?: string }) => {
      clearTimeout(timer);
      socket.destroy();
      const isTls = /CERT|SIGNATURE|ISSUER|ALTNAME|ERR_TLS|ERR_SSL|SELF_SIGNED/.test(cause.code ?? '');
      reject(new SipFailure(isTls ? 'tls' : 'unreachable', { cause }));
    };
    const timer = setTimeout(() => failed(new Error('no connection in time')), connectTimeout);
    socket.on('error', failed);
    socket.once('close', () => failed(new Error('connection closed')));
    socket.once(event, () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
