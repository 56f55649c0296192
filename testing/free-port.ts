import { createServer } from 'node:net';

// below the ports that Linux, macOS and Windows give to connections and to `listen(0)`
const [lowest, count] = [15_000, 15_000];

/**
 * Returns an unused port for a program that starts later. A port that the system chooses could go to a connection of another test
 * before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}
