import { connect, createServer, type Server, type Socket } from 'node:net';

/** A connection that can be cut and reopened at the same address. */
export interface Door {
  url: string;
  cut(): Promise<void>;
  open(): Promise<void>;
}

/** Opens a proxy to a server. */
export async function openDoor(to: string): Promise<Door> {
  const { hostname, port } = new URL(to);
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let own = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const door: Door = {
    url: '',
    async open() {
      const listening = createServer((inside) => {
        const outside = connect(port ? Number(port) : own, hostname);
        keep(inside);
        keep(outside);
        inside.pipe(outside).pipe(inside);
        inside.once('close', () => outside.destroy());
        outside.once('close', () => inside.destroy());
      });
      await new Promise<void>((resolve) => listening.listen(own, '127.0.0.1', resolve));
      own = (listening.address() as { port: number }).port;
      door.url = `http://127.0.0.1:${own}`;
      server = listening;
    },
    async cut() {
      const closing = server;
      server = undefined;
      if (!closing) return;
      const closed = new Promise((resolve) => closing.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  await door.open();
  return door;
}
