import { createSocket } from 'node:dgram';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A fake session border: connections outside, datagrams inside. */
export interface SipRelay {
  port: number;
  /** Ends all connections. */
  cut(): void;
  stop(): Promise<void>;
}

const own = '127.0.0.1';

/** Starts a relay to an exchange, with a certificate over TLS, in small pieces. */
export async function startSipRelay(exchange: number, secure?: { key: string; cert: string }): Promise<SipRelay> {
  const open = new Set<Socket>();
  const relay = (socket: Socket) => {
    const inside = createSocket('udp4');
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      inside.close();
    });
    inside.on('message', (octets) => {
      for (let at = 0; at < octets.length; at += 100) socket.write(octets.subarray(at, at + 100));
    });
    let text = '';
    socket.setEncoding('latin1').on('data', (part: string) => {
      text = (text + part).trimStart();
      for (;;) {
        const end = text.indexOf('\r\n\r\n');
        const length = end + 4 + Number(/\r\nContent-Length: (\d+)/.exec(text)?.[1]);
        if (end < 0 || text.length < length) return;
        inside.send(Buffer.from(text.slice(0, length), 'latin1'), exchange, own);
        text = text.slice(length);
      }
    });
  };
  const server = secure ? createTlsServer(secure, relay) : createServer(relay);
  await new Promise<void>((resolve) => server.listen(0, own, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      for (const socket of open) socket.destroy();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
