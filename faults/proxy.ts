import net, { type AddressInfo } from 'node:net';

/** A cable between a program and a server on this machine that can be pulled. */
export interface Proxy {
  port: number;
  /** Lets nothing through any more, in either direction, without closing anything. */
  pull(): void;
  /** New connections work again; those from before stay dead. */
  plug(): void;
  stop(): Promise<void>;
}

/** Looks at what passes over one connection. */
export interface Listener {
  /** What the program says. */
  said(chunk: Buffer): void;
  /** What the server answers; false: it does not get through, and the connection ends. */
  answered(chunk: Buffer): boolean;
}

/** Listens on a free port and passes everything on to `target`; `listen` is asked for each connection. */
export async function startProxy(
  target: { host: string; port: number },
  listen: () => Listener = () => ({ said: () => undefined, answered: () => true }),
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
