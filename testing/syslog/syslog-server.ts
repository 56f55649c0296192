import dgram from 'node:dgram';
import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import tls from 'node:tls';
import type { OwnCertificate } from './certificate.ts';
import { readMessage, type SyslogMessage } from './read-message.ts';

/** Records violations of the standards. */
export interface SyslogServer {
  port: number;
  taken: SyslogMessage[];
  /** Invalid data from clients. */
  violations: string[];
  /** Cuts every connection after its first bytes, which are lost. */
  swallows: boolean;
  /** The number of cut connections. */
  swallowed: number;
  stop(): Promise<void>;
}

/** Starts a server on 127.0.0.1: TLS, TCP, or UDP. */
export async function startSyslogServer(over: 'udp' | 'tcp' | OwnCertificate, port = 0): Promise<SyslogServer> {
  const server: SyslogServer = { port, taken: [], violations: [], swallows: false, swallowed: 0, stop: async () => {} };
  const take = (bytes: Buffer) => {
    try {
      server.taken.push(readMessage(bytes));
    } catch (error) {
      server.violations.push((error as Error).message);
    }
  };
  if (over === 'udp') {
    const socket = dgram.createSocket('udp4', take);
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    server.port = socket.address().port;
    server.stop = async () => {
      socket.close();
      await once(socket, 'close');
    };
    return server;
  }
  const sockets = new Set<Socket>();
  const serve = (socket: Socket) => {
    sockets.add(socket);
    let rest = Buffer.alloc(0);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    socket.on('data', (piece: Buffer) => {
      if (server.swallows) {
        server.swallowed++;
        return socket.resetAndDestroy();
      }
      rest = framesIn(Buffer.concat([rest, piece]), take, (fault) => {
        server.violations.push(fault);
        socket.destroy();
      });
    });
  };
  const listener = over === 'tcp' ? net.createServer(serve) : tls.createServer(over, serve);
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  server.port = (listener.address() as AddressInfo).port;
  server.stop = async () => {
    for (const socket of sockets) socket.destroy();
    listener.close();
    await once(listener, 'close');
  };
  return server;
}

/** Splits by octet counting (RFC 6587, 3.4.1); returns the rest. */
function framesIn(
  bytes: Buffer,
  take: (message: Buffer) => void,
  refuse: (fault: string) => void,
): Buffer<ArrayBuffer> {
  let rest = Buffer.from(bytes);
  for (;;) {
    const [prefix, length] = /^([1-9]\d{0,9}) /.exec(rest.subarray(0, 12).toString('latin1')) ?? [];
    if (prefix === undefined) {
      if (!/^([1-9]\d{0,9})?$/.test(rest.subarray(0, 12).toString('latin1'))) refuse('no length before a message');
      return rest;
    }
    const end = prefix.length + Number(length);
    if (rest.length < end) return rest;
    take(rest.subarray(prefix.length, end));
    rest = rest.subarray(end);
  }
}
