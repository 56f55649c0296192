import net, { type AddressInfo } from 'node:net';

/** A cable to a server on this machine that can be unplugged. */
export interface Proxy {
  port: number;
  /** Stops all traffic in both directions without closing connections. */
  pull(): void;
  /** New connections work again; earlier ones stay dead. */
  plug(): void;
  stop(): Promise<void>;
}

/** Observes the traffic of one connection. */
export interface TrafficObserver {
  /** Receives the program's data. */
  said(chunk: Buffer): void;
  /** False drops the response and ends the connection. */
  answered(chunk: Buffer): boolean;
}

/** Forwards a port to `target`; calls `listen` per connection. */
export async function startProxy(
  target: { host: string; port: number },
  listen: () => TrafficObserver = () => ({ said: () => undefined, answered: () => true }),
): Promise<Proxy> {
  let plugged = true;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(target);
    let dead = !plugged;
    const listener = listen();
    const passes = (from: net.Socket, chunk: Buffer) => {
      if (from === far) return listener.answered(chunk);
      listener.said(chunk);
      return true;
    };
    pulls.add(() => {
      dead = true;
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk: Buffer) => {
        if (dead) return;
        if (passes(from, chunk)) to.write(chunk);
        else for (const end of [near, far]) end.destroy();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!dead) to.destroy();
      });
    }
  });
  const pulls = new Set<() => void>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    pull() {
      plugged = false;
      for (const pull of pulls) pull();
    },
    plug() {
      plugged = true;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
