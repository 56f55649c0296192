// A misbehaving mail server in a process of its own: node faults/smtp-sink.ts ledger.jsonl '{"seed":1}'
// It appends every accepted message to the ledger (one line of JSON) before confirming it.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import path from 'node:path';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { seeded } from './random.ts';

/** Shares of all messages; others are accepted. */
export interface SinkModes {
  /** 451 to the recipient. */
  defer?: number;
  /** 550 to the recipient. */
  reject?: number;
  /** The connection ends during the message. */
  dropDuring?: number;
  /** Not accepted, and ends without a reply. */
  dropBeforeReply?: number;
  /** Accepted, but ends without a reply. */
  acceptThenDrop?: number;
  /** 451 to every sender: the server itself fails. */
  deferSender?: boolean;
  /** 451 to each recipient until these milliseconds after its first mention. */
  greylist?: number;
  /** Milliseconds before each reply. */
  tarpit?: number;
  /** 535 to every sign-in. */
  refuseLogin?: boolean;
  /** Milliseconds between a message and its reply. */
  delay?: number;
  /** The ledger includes the raw messages. */
  keep?: boolean;
  seed?: number;
  /** The address to listen on; 127.0.0.1 by default. */
  host?: string;
}

/** One line of the ledger. */
export interface LedgerEntry {
  /** The address for bounces. */
  from: string;
  to: string;
  messageId: string;
  /** The time of acceptance, in milliseconds since 1970. */
  at: number;
  /** The message was accepted, but the sender got no confirmation. */
  ambiguous: boolean;
  /** The address of the sender. */
  by: string;
  raw?: string;
}

/** The times of visits, in milliseconds since 1970. */
export interface Visits {
  connections: number[];
  logins: number[];
}

type Fate = 'accept' | 'defer' | 'reject' | 'dropDuring' | 'dropBeforeReply' | 'acceptThenDrop';

if (process.argv[1] === import.meta.filename) serve(process.argv[2]!, JSON.parse(process.argv[3] ?? '{}'));

function serve(file: string, given: SinkModes): void {
  let modes = given;
  let random = seeded(given.seed ?? 1);
  const visits: Visits = { connections: [], logins: [] };
  const named = new Map<string, number>();
  process.on('message', (next: SinkModes | 'visits') => {
    if (next === 'visits') return void process.send?.(visits);
    modes = next;
    random = seeded(next.seed ?? 1);
    process.send?.({ changed: true });
  });
  process.on('disconnect', () => endWithout(file));
  const ledger = openSync(file, 'a');
  process.on('exit', () => closeSync(ledger));
  const fates = new WeakMap<SMTPServerSession, Fate>();
  const slowly = (answer: () => void, more = 0) => {
    const wait = (modes.tarpit ?? 0) + more;
    if (wait) setTimeout(answer, wait);
    else answer();
  };
  const hangUp = (session: SMTPServerSession) => {
    for (const connection of server.connections as unknown as Set<{ session: unknown; _socket: Socket }>) {
      if (connection.session === session) connection._socket.destroy();
    }
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onConnect(_session, done) {
      visits.connections.push(Date.now());
      done();
    },
    onMailFrom(_address, _session, done) {
      slowly(() => done(modes.deferSender ? reply(451, '4.3.0 Local trouble, try again later') : null));
    },
    onAuth: (auth, _session, done) => {
      visits.logins.push(Date.now());
      const refused = modes.refuseLogin || auth.password === 'wrong';
      if (refused) done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
      else done(null, { user: 1 });
    },
    onRcptTo(address, session, done) {
      const told = /\+(defer|reject|dropDuring|dropBeforeReply|acceptThenDrop)@/.exec(address.address)?.[1];
      const fate = (told as Fate | undefined) ?? draw(modes, random());
      fates.set(session, fate);
      const first = named.get(address.address) ?? Date.now();
      named.set(address.address, first);
      const grey = Date.now() - first < (modes.greylist ?? 0);
      if (fate === 'defer' || grey) return slowly(() => done(reply(451, '4.7.1 Greylisted, try again later')));
      if (fate === 'reject') return slowly(() => done(reply(550, '5.1.1 No such user')));
      slowly(() => done());
    },
    onData(stream, session, done) {
      const fate = fates.get(session) ?? 'accept';
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (fate === 'dropDuring') hangUp(session);
      });
      stream.on('end', () => {
        if (fate === 'dropBeforeReply') return hangUp(session);
        if (fate === 'dropDuring') return;
        const ambiguous = fate === 'acceptThenDrop';
        const raw = Buffer.concat(chunks).toString('latin1');
        const entry: LedgerEntry = { ...entryOf(session, raw), ambiguous, ...(modes.keep ? { raw } : {}) };
        writeSync(ledger, `${JSON.stringify(entry)}\n`);
        if (ambiguous) return hangUp(session);
        slowly(() => done(null, 'Taken'), modes.delay);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, given.host ?? '127.0.0.1', () => {
    process.send?.({ port: (server.server.address() as AddressInfo).port });
  });
}

/** Ends with its parent, even if killed. */
function endWithout(file: string): void {
  rmSync(path.dirname(file), { recursive: true, force: true });
  process.exit(0);
}

function draw(modes: SinkModes, random: number): Fate {
  let left = random;
  for (const fate of ['defer', 'reject', 'dropDuring', 'dropBeforeReply', 'acceptThenDrop'] as const) {
    left -= modes[fate] ?? 0;
    if (left < 0) return fate;
  }
  return 'accept';
}

function entryOf(
  { envelope: { mailFrom, rcptTo }, remoteAddress }: SMTPServerSession,
  raw: string,
): Omit<LedgerEntry, 'ambiguous'> {
  const messageId = /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? '';
  const from = mailFrom ? mailFrom.address : '';
  return { from, to: rcptTo[0]!.address, messageId, at: Date.now(), by: remoteAddress };
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
