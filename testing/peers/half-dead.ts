import net, { type AddressInfo, type Socket } from 'node:net';

/** Protocols that a half-dead server starts to speak. */
export type Protocol = 'smtp' | 'http' | 'smpp';

/**
 * Behavior of a half-dead server:
 * - `silent`: accepts the connection and sends nothing.
 * - `stops at X`: accepts everything before command X, then sends nothing.
 * - `resets`: cuts the connection at the first message.
 * - `drips`: sends everything one byte at a time.
 * - `no TLS`: agrees to TLS and never starts it.
 */
export type HalfDeadKind =
  | 'silent'
  | 'stops at EHLO'
  | 'stops at MAIL'
  | 'stops at RCPT'
  | 'stops at DATA'
  | 'resets'
  | 'drips'
  | 'no TLS';

/** A server that accepts connections and doesn't work. */
export interface HalfDead {
  port: number;
  stop(): Promise<void>;
}

/** Starts a server on its own port; `pause` is the time between two dripped bytes in milliseconds. */
export async function startHalfDead(protocol: Protocol, kind: HalfDeadKind, pause = 1_000): Promise<HalfDead> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    if (kind === 'silent' || (kind === 'no TLS' && protocol !== 'smtp')) return;
    serve[protocol](socket, kind, kind === 'drips' ? dripper(socket, pause) : (bytes) => void socket.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const stopped = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await stopped;
    },
  };
}

type Say = (bytes: string | Buffer) => void;

const serve: Record<Protocol, (socket: Socket, kind: HalfDeadKind, say: Say) => void> = {
  smtp(socket, kind, say) {
    say('220 half dead\r\n');
    let rest = '';
    let over = false;
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        const verb = line.slice(0, 4).toUpperCase();
        over ||= kind === `stops at ${verb}`;
        if (over) return;
        if (kind === 'resets' && verb === 'MAIL') return void socket.resetAndDestroy();
        if (verb === 'EHLO') {
          const offered = kind === 'no TLS' ? '250-STARTTLS\r\n' : '';
          say(`250-half dead\r\n${offered}250-PIPELINING\r\n250 DSN\r\n`);
        } else if (verb === 'STAR') {
          say('220 go on\r\n');
          over = true;
        } else say(verb === 'DATA' ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  },
  http(socket, kind, say) {
    socket.once('data', () => {
      if (kind === 'resets') socket.resetAndDestroy();
      else if (kind === 'drips') say('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
    });
  },
  /** Accepts every bind; doesn't answer texts. */
  smpp(socket, kind, say) {
    const [transceiver, submit, enquire] = [0x09, 0x04, 0x15];
    let input = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      input = Buffer.concat([input, chunk]);
      while (input.length >= 16 && input.length >= input.readUInt32BE(0)) {
        const [length, command, sequence] = [0, 4, 12].map((at) => input.readUInt32BE(at)) as [number, number, number];
        input = input.subarray(length);
        if (kind === 'resets' && command === submit) return void socket.resetAndDestroy();
        if (command !== transceiver && (command !== enquire || kind === 'stops at DATA')) continue;
        const body = command === transceiver ? 1 : 0;
        const answer = Buffer.alloc(16 + body);
        answer.writeUInt32BE(answer.length, 0);
        answer.writeUInt32BE((command | 0x80000000) >>> 0, 4);
        answer.writeUInt32BE(sequence, 12);
        say(answer);
      }
    });
  },
};

function dripper(socket: Socket, pause: number): Say {
  let waiting = Buffer.alloc(0);
  let timer: NodeJS.Timeout | undefined;
  const drip = () => {
    if (socket.destroyed || !waiting.length) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    socket.write(waiting.subarray(0, 1));
    waiting = waiting.subarray(1);
  };
  return (bytes) => {
    waiting = Buffer.concat([waiting, Buffer.from(bytes)]);
    timer ??= setInterval(drip, pause);
  };
}
