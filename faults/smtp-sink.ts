// A mail server that misbehaves as told, in a process of its own: node faults/smtp-sink.ts ledger.jsonl '{"seed":1}'
// Every message it takes is in the ledger (appended, one line of JSON) before it says so.
import { closeSync, openSync, writeSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { seeded } from './random.ts';

/** What happens to a message; each is a share of all messages, the rest is accepted. */
export interface SinkModes {
  /** 451 to the recipient. */
  defer?: number;
  /** 550 to the recipient. */
  reject?: number;
  /** The connection ends while the message is sent. */
  dropDuring?: number;
  /** The whole message came, the connection ends without a reply, the message is not taken. */
  dropBeforeReply?: number;
  /** The message is taken, but the connection ends before the reply. */
  acceptThenDrop?: number;
  /** 535 to every sign-in. */
  refuseLogin?: boolean;
  /** Milliseconds between a message and its reply. */
  delay?: number;
  /** The ledger also holds each message as it came. */
  keep?: boolean;
  seed?: number;
}

/** One line of the ledger. */
export interface LedgerEntry {
  /** Where bounces go. */
  from: string;
  to: string;
  messageId: string;
  /** The message was taken but the sender was not told. */
  ambiguous: boolean;
  /** The message as it came, when it is kept. */
  raw?: string;
}

type Fate = 'accept' | 'defer' | 'reject' | 'dropDuring' | 'dropBeforeReply' | 'acceptThenDrop';

if (process.argv[1] === import.meta.filename) serve(process.argv[2]!, JSON.parse(process.argv[3] ?? '{}'));

function serve(file: string, given: SinkModes): void {
  let modes = given;
  let random = seeded(given.seed ?? 1);
  process.on('message', (next: SinkModes) => {
    modes = next;
    random = seeded(next.seed ?? 1);
    process.send?.({ changed: true });
  });
  process.on('disconnect', () => process.exit(0)); // the one who started it is gone
  const ledger = openSync(file, 'a');
  process.on('exit', () => closeSync(ledger));
  const fates = new WeakMap<SMTPServerSession, Fate>();
  const draw = (): Fate => {
    let left = random();
    for (const fate of ['defer', 'reject', 'dropDuring', 'dropBeforeReply', 'acceptThenDrop'] as const) {
      left -= modes[fate] ?? 0;
      if (left < 0) return fate;
    }
    return 'accept';
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
    onAuth: (auth, _session, done) => {
      const refused = modes.refuseLogin || auth.password === 'wrong';
      if (refused) done(Object.assign(new Error('Authentication failed'), { responseCode: 535 }));
      else done(null, { user: 1 });
    },
    onRcptTo(address, session, done) {
      const named = /\+(defer|reject|dropDuring|dropBeforeReply|acceptThenDrop)@/.exec(address.address)?.[1];
      const fate = (named as Fate | undefined) ?? draw();
      fates.set(session, fate);
      if (fate === 'defer') return done(reply(451, '4.7.1 Greylisted, try again later'));
      if (fate === 'reject') return done(reply(550, '5.1.1 No such user'));
      done();
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
        const raw = Buffer.concat(chunks).toString('latin1');
        const messageId = /^message-id:\s*<([^>]+)>/im.exec(raw)?.[1] ?? '';
        const ambiguous = fate === 'acceptThenDrop';
        const kept = modes.keep ? { raw } : {};
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : '';
        const entry = { from, to: rcptTo[0]!.address, messageId, ambiguous, ...kept } satisfies LedgerEntry;
        writeSync(ledger, `${JSON.stringify(entry)}\n`);
        if (ambiguous) return hangUp(session);
        if (modes.delay) setTimeout(() => done(null, 'Taken'), modes.delay);
        else done(null, 'Taken');
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.server.address() as AddressInfo).port });
  });
}

const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
