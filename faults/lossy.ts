import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

interface LossyLine {
  port: number;
  readonly lost: number;
  stop(): Promise<void>;
}

interface Quality {
  /** Milliseconds in each direction. */
  delay: number;
  /** The share of packets, from 0 to 1. */
  loss: number;
  random(): number;
}

const packet = 1460;
const retransmission = 200;

/** Forwards a port over such a line: a lost packet delays later ones by the retransmission timeout, which doubles. */
export async function startLossyLine(
  target: { host: string; port: number },
  { delay, loss, random }: Quality,
): Promise<LossyLine> {
  let lost = 0;
  const sockets = new Set<net.Socket>();
  const passOn = (from: net.Socket, to: net.Socket) => {
    let free = 0;
    let passing = Promise.resolve();
    const later = (work: () => void, penalty = 0) => {
      const at = Math.max(free, performance.now() + delay + penalty);
      free = at;
      passing = passing.then(() => sleep(Math.max(0, at - performance.now()))).then(work);
    };
    sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      for (let start = 0; start < chunk.length; start += packet) {
        let penalty = 0;
        for (let wait = retransmission; random() < loss; wait *= 2) {
          penalty += wait;
          lost++;
        }
        const part = chunk.subarray(start, start + packet);
        later(() => void (to.destroyed || to.write(part)), penalty);
      }
    });
    from.on('error', () => undefined);
    from.on('end', () => later(() => void to.end()));
    from.on('close', () => {
      sockets.delete(from);
      later(() => void to.destroy());
    });
  };
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ ...target, allowHalfOpen: true });
    passOn(near, far);
    passOn(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get lost() {
      return lost;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
