import net, { type AddressInfo, type Socket } from 'node:net';

/** Protocols that a half-dead server starts to speak. */
export type Protocol = 'smtp' | 'http' | 'smpp' | 'imap';

/**
 * Behavior of a half-dead server:
 * - `silent`: accepts the connection and sends nothing.
 * - `stops at X`: accepts everything before command X, then sends nothing.
 * - `resets`: cuts the connection at the first message.
 * - `drips`: sends everything one byte at a time.
 * - `no TLS`: agrees to TLS and never starts it.
 * - `half TLS`: begins the handshake, then sends nothing.
 * - `cuts its reply`: resets the connection in the middle of its reply to a message.
 * - `refuses for now`: asks to try again later, without end.
 * - `answers another`: reports success for a message that was never sent.
 */
export type HalfDeadKind =
  | 'silent'
  | 'stops at EHLO'
  | 'stops at MAIL'
  | 'stops at RCPT'
  | 'stops at DATA'
  | 'resets'
  | 'drips'
  | 'no TLS'
  | 'half TLS'
  | 'cuts its reply'
  | 'refuses for now'
  | 'answers another';

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
    if (kind === 'half TLS') return void socket.once('data', () => socket.write(beginOfHandshake));
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

/** A truncated ServerHello of TLS 1.2. */
const beginOfHandshake = Buffer.from([0x16, 3, 3, 0, 0x7a, 2, 0, 0, 0x76, 3, 3]);

type Say = (bytes: string | Buffer) => void;

const serve: Record<Protocol, (socket: Socket, kind: HalfDeadKind, say: Say) => void> = {
  smtp(socket, kind, say) {
    say('220 half dead\r\n');
    let rest = '';
    let over = false;
    let isContent = false;
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        const verb = line.slice(0, 4).toUpperCase();
        over ||= kind === `stops at ${verb}`;
        if (over) return;
        if (kind === 'resets' && verb === 'MAIL') return void socket.resetAndDestroy();
        if (kind === 'refuses for now' && verb === 'RCPT') {
          say('451 4.3.2 try again later\r\n');
          continue;
        }
        if (kind === 'cuts its reply' && line === '.') {
          say('25');
          return void setImmediate(() => socket.resetAndDestroy());
        }
        if (isContent && line !== '.') continue;
        isContent = verb === 'DATA';
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
      else if (kind === 'refuses for now')
        say('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\nretry-after: 1\r\nconnection: close\r\n\r\n');
      else if (kind === 'cuts its reply') {
        say('HTTP/1.1 2');
        setImmediate(() => socket.resetAndDestroy());
      }
    });
  },
  imap: serveMailbox,
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
        if (kind === 'cuts its reply' && command === submit) {
          say(Buffer.from([0, 0, 0, 33]));
          return void setImmediate(() => socket.resetAndDestroy());
        }
        if (command === submit && (kind === 'refuses for now' || kind === 'answers another')) {
          const [queueFull, other] = [0x14, 1_000];
          const response = Buffer.alloc(kind === 'refuses for now' ? 16 : 18);
          response.writeUInt32BE(response.length, 0);
          response.writeUInt32BE((submit | 0x80000000) >>> 0, 4);
          response.writeUInt32BE(kind === 'refuses for now' ? queueFull : 0, 8);
          response.writeUInt32BE(kind === 'refuses for now' ? sequence : sequence + other, 12);
          if (kind === 'answers another') response.write('7', 16);
          say(response);
          continue;
        }
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

/** Serves an empty mailbox until the kind's place. */
function serveMailbox(socket: Socket, kind: HalfDeadKind, say: Say): void {
  say('* OK [CAPABILITY IMAP4rev1 IDLE] half dead\r\n');
  const places: Partial<Record<HalfDeadKind, RegExp>> = {
    'stops at EHLO': /^(?:CAPABILITY|LOGIN)/i,
    'stops at MAIL': /^SELECT/i,
    'stops at DATA': /^IDLE/i,
    resets: /^SELECT/i,
    'cuts its reply': /^SELECT/i,
    'refuses for now': /^(?:LOGIN|SELECT)/i,
  };
  let over = false;
  readLines(socket, (line) => {
    const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
    const isHere = places[kind]?.test(command);
    if (over) return;
    if (isHere && kind === 'resets') return void socket.resetAndDestroy();
    if (isHere && kind === 'cuts its reply') {
      say('* FLAGS (');
      return void setImmediate(() => socket.resetAndDestroy());
    }
    if (isHere && kind === 'refuses for now') return say(`${tag} NO [UNAVAILABLE] try again later\r\n`);
    if (isHere) over = true;
    else if (/^SELECT/i.test(command))
      say(`* 0 EXISTS\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY 1] x\r\n${tag} OK [READ-WRITE] fine\r\n`);
    else if (/^IDLE/i.test(command)) say('+ idling\r\n');
    else if (tag !== 'DONE') say(`${tag} OK fine\r\n`);
  });
}

function readLines(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  });
}

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
