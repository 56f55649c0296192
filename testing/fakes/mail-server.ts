import net, { type AddressInfo, type Socket } from 'node:net';

/** A mail as received. */
export interface TakenMail {
  from: string;
  to: string;
  raw: string;
}

/** Server behavior; omitted properties mean correct behavior. */
export interface MailMood {
  /** Offers PIPELINING; true by default. */
  pipelining?: boolean;
  greeting?: string;
  /** Packet size of replies in bytes. */
  packet?: number;
  /** Sends every reply in three lines. */
  wordy?: boolean;
  /** Returns a rejection of a command, or null. */
  refuses?(verb: string, rest: string): string | null;
  /** Asks for the message despite a rejected recipient. */
  stubborn?: boolean;
  /** Returns a message's rejection, or null; `cut` and `takeAndCut` close without a reply. */
  fate?(mail: TakenMail): string | null;
  /** Sends 421 and closes after this many mails on a connection. */
  mailsPerConnection?: number;
  /** Rejects further connections with 421. */
  mostConnections?: number;
  /** Milliseconds until confirmation, perhaps by recipient. */
  delay?: number | ((to: string) => number);
  /** Awaited before the confirmation. */
  hold?(to: string): Promise<unknown>;
}

/** A fake server by RFC 5321 and 2920, which misbehaves on request. */
export interface MailServer {
  port: number;
  mood: MailMood;
  taken: TakenMail[];
  /** Protocol violations by clients. */
  violations: string[];
  /** Number of empty messages without a recipient. */
  empty: number;
  connections: { now: number; most: number; ever: number };
  cut(): void;
  stop(): Promise<void>;
}

/** Starts a server on its own port. */
export async function startMailServer(mood: MailMood = {}): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const connections = { now: 0, most: 0, ever: 0 };
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    connections.ever++;
    connections.most = Math.max(connections.most, ++connections.now);
    socket.setNoDelay(true).on('error', () => undefined);
    socket.on('close', () => {
      connections.now--;
      sockets.delete(socket);
    });
    serve(server, socket);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server: MailServer = {
    port: (listener.address() as AddressInfo).port,
    mood,
    taken: [],
    violations: [],
    empty: 0,
    connections,
    cut,
    async stop() {
      const stopped = new Promise((resolve) => listener.close(resolve));
      cut();
      await stopped;
    },
  };
  return server;
}

interface Session {
  from: string | null;
  to: string | null;
  mails: number;
  inMessage: boolean;
}

function serve(server: MailServer, socket: Socket) {
  const session: Session = { from: null, to: null, mails: 0, inMessage: false };
  const say = speaker(server, socket);
  let input = '';
  let busy = false;
  const { mostConnections = Number.POSITIVE_INFINITY, greeting = '220 ready' } = server.mood;
  if (server.connections.now > mostConnections) {
    return say('421 4.7.0 Too many connections', true);
  }
  say(greeting);
  const read = () => {
    while (!busy && !socket.writableEnded) {
      if (session.inMessage) {
        const end = input.startsWith('.\r\n') ? 0 : input.indexOf('\r\n.\r\n');
        if (end < 0) return;
        const raw = end === 0 ? '' : input.slice(0, end + 2);
        input = input.slice(end === 0 ? 3 : end + 5);
        session.inMessage = false;
        const answer = () => {
          busy = false;
          finish(server, socket, session, raw, say);
          read();
        };
        const { delay = 0, hold } = server.mood;
        const wait = typeof delay === 'number' ? delay : delay(session.to ?? '');
        busy = wait > 0 || hold !== undefined;
        if (hold) void hold(session.to ?? '').then(answer);
        else if (busy) setTimeout(answer, wait);
        else answer();
        continue;
      }
      const end = input.indexOf('\r\n');
      if (end < 0) return;
      const line = input.slice(0, end);
      input = input.slice(end + 2);
      if (input && server.mood.pipelining === false) server.violations.push(`pipelined behind ${line}`);
      if (input && /^DATA/i.test(line)) server.violations.push('spoke before it was asked for the message');
      command(server, session, line, say);
    }
  };
  socket.on('data', (chunk: Buffer) => {
    input += chunk.toString('latin1');
    read();
  });
}

type Say = (reply: string, last?: boolean) => void;

function command({ mood }: MailServer, session: Session, line: string, say: Say) {
  const [, verb = '', rest = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
  const name = verb.toUpperCase();
  const refused = mood.refuses?.(name, rest);
  const stubborn = name === 'DATA' && mood.stubborn;
  if (refused) return say(refused);
  if (name === 'EHLO') {
    return say(`250-hello\r\n250-SIZE 1000000\r\n${mood.pipelining === false ? '' : '250-PIPELINING\r\n'}250 DSN`);
  }
  if (name === 'RSET' || name === 'MAIL') [session.from, session.to] = [null, null];
  if (name === 'MAIL') session.from = /<(.*?)>/.exec(rest)?.[1] ?? '';
  else if (name === 'RCPT') {
    if (session.from === null) return say('503 5.5.1 no sender');
    session.to = /<(.*?)>/.exec(rest)?.[1] ?? '';
  } else if (name === 'DATA') {
    if (!stubborn && session.to === null) return say('503 5.5.1 no recipient');
    session.inMessage = true;
    return say('354 go on');
  } else if (name === 'QUIT') return say('221 bye', true);
  say('250 2.0.0 fine');
}

function finish(server: MailServer, socket: Socket, session: Session, raw: string, say: Say) {
  const { from, to } = session;
  [session.from, session.to] = [null, null];
  if (to === null) {
    if (raw) server.violations.push('a message to nobody');
    else server.empty++;
    return say('554 5.5.1 no recipient');
  }
  const mail = { from: from!, to, raw };
  const fate = server.mood.fate?.(mail);
  if (fate === 'cut') return void socket.destroy();
  if (fate && fate !== 'takeAndCut') return say(fate);
  server.taken.push(mail);
  if (fate) return void socket.destroy();
  say('250 2.0.0 taken');
  if (++session.mails < (server.mood.mailsPerConnection ?? Number.POSITIVE_INFINITY)) return;
  say('421 4.7.0 enough for one connection', true);
}

/** Sends replies in one packet, or of a requested size. */
function speaker({ mood }: MailServer, socket: Socket): Say {
  let waiting = '';
  let saying = false;
  let over = false;
  const write = () => {
    const { packet = waiting.length } = mood;
    socket.write(waiting.slice(0, packet), 'latin1');
    waiting = waiting.slice(packet);
    saying = waiting.length > 0;
    if (saying) setImmediate(write);
    else if (over) socket.end();
  };
  return (reply, last = false) => {
    if (over) return;
    over = last;
    const lines = mood.wordy ? `${reply.slice(0, 3)}-well\r\n${reply.slice(0, 3)}-now\r\n${reply}` : reply;
    waiting += `${lines}\r\n`;
    if (saying) return;
    saying = true;
    queueMicrotask(write);
  };
}
