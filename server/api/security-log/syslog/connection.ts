import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';

/** A connection to a syslog server. */
export interface SyslogConnection {
  /** Sends messages; resolves once the system has accepted all, throws if some may be lost. */
  send(messages: readonly Buffer[]): Promise<void>;
  isOpen(): boolean;
  close(): void;
}

const patience = 10_000;
const usualPorts: Record<string, number> = { 'udp:': 514, 'tcp:': 514, 'tls:': 6514 };

/** Opens the connection of a SYSLOG_URL; throws without a response or for an invalid certificate. */
export function openSyslog(address: string): Promise<SyslogConnection> {
  const { protocol, hostname, port, searchParams } = new URL(address);
  const target = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usualPorts[protocol]! };
  if (protocol === 'udp:') return Promise.resolve(overDatagrams(target));
  const file = searchParams.get('ca');
  const ca = file ? { ca: readFileSync(file) } : {};
  const named = net.isIP(target.host) ? {} : { servername: target.host };
  return overStream(
    protocol === 'tls:' ? tls.connect({ ...target, ...ca, ...named }) : net.connect(target),
    protocol === 'tls:' ? 'secureConnect' : 'connect',
  );
}

/** Sends one message per datagram (RFC 5426), unconfirmed. */
function overDatagrams({ host, port }: { host: string; port: number }): SyslogConnection {
  const socket = createSocket(net.isIPv6(host) ? 'udp6' : 'udp4');
  let isOpen = true;
  socket.unref();
  // e.g. a missing listener
  socket.on('error', () => {});
  const one = (message: Buffer) =>
    new Promise<void>((resolve, reject) => {
      socket.send(message, port, host, (error) => (error ? reject(error) : resolve()));
    });
  return {
    async send(messages) {
      for (const message of messages) await one(message);
    },
    isOpen: () => isOpen,
    close() {
      if (isOpen) socket.close();
      isOpen = false;
    },
  };
}

/** Sends length-prefixed messages (RFC 6587, 3.4.1; RFC 5425, 4.3). */
async function overStream(socket: Socket, ready: 'connect' | 'secureConnect'): Promise<SyslogConnection> {
  socket.setKeepAlive(true, patience).setNoDelay(true);
  socket.on('error', () => {});
  socket.resume(); // a syslog server sends nothing, but only reading detects its disconnection
  await happens(socket, ready);
  return {
    async send(messages) {
      const framed = messages.map((message) => Buffer.concat([Buffer.from(`${message.length} `), message]));
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => socket.destroy(new Error('the syslog server does not read')), patience);
        const settle = (work: () => void) => {
          clearTimeout(timer);
          socket.off('close', left);
          work();
        };
        const left = () => settle(() => reject(new Error('the syslog server left')));
        socket.once('close', left);
        socket.write(Buffer.concat(framed), (error) => settle(() => (error ? reject(error) : resolve())));
      });
    },
    isOpen: () => !socket.destroyed && !socket.readableEnded && socket.writable,
    close: () => socket.destroy(),
  };
}

function happens(socket: Socket, ready: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => socket.destroy(new Error('the syslog server does not answer')), patience);
    const failed = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    socket.once('error', failed);
    socket.once(ready, () => {
      clearTimeout(timer);
      socket.off('error', failed);
      resolve();
    });
  });
}
