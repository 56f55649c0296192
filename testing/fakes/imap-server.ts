import net, { type AddressInfo, type Socket } from 'node:net';
import { inSet, readCommands, splitCommand } from './imap-lines.ts';

/** A stored mail. */
export interface StoredMail {
  uid: number;
  flags: Set<string>;
  raw: string;
  date: Date;
}

/** A mailbox of the server. */
export interface FakeMailbox {
  uidValidity: number;
  uidNext: number;
  mails: StoredMail[];
}

/** A fake IMAP4rev1 server (RFC 3501, IDLE, MOVE, UIDPLUS) for one user that misbehaves on request. */
export interface ImapServer {
  port: number;
  user: string;
  password: string;
  mailboxes: Map<string, FakeMailbox>;
  /** Received commands, without tags. */
  commands: string[];
  /** Capabilities besides IMAP4rev1. */
  can: Set<string>;
  /** Commands that it answers with NO. */
  refuses: Set<string>;
  /** Called before each command; can cut the connection. */
  before: (command: string, socket: Socket) => void;
  /** Adds a mail to a mailbox and notifies its open sessions. */
  deliver(raw: string, mailbox?: string): StoredMail;
  rename(from: string, to: string): void;
  /** Closes all connections at once without a reply. */
  cut(): void;
  connections(): number;
  stop(): Promise<void>;
}

interface Session {
  socket: Socket;
  mailbox: string | null;
  /** Mails of the mailbox that the client knows. */
  known: number;
  idleTag: string | null;
}

const emptyMailbox = (): FakeMailbox => ({ uidValidity: 1, uidNext: 1, mails: [] });

/** Starts an IMAP server with an empty INBOX. */
export async function startImapServer(): Promise<ImapServer> {
  const sessions = new Set<Session>();
  const listener = net.createServer((socket) => {
    const session: Session = { socket, mailbox: null, known: 0, idleTag: null };
    sessions.add(session);
    socket.on('close', () => sessions.delete(session));
    socket.on('error', () => undefined);
    socket.write(`* OK [CAPABILITY ${capabilities(server)}] ready\r\n`);
    readCommands(socket, (line) => {
      if (session.idleTag !== null) {
        if (/^DONE$/i.test(line)) socket.write(`${session.idleTag} OK idle ended\r\n`);
        session.idleTag = null;
        return;
      }
      const [, tag = '*', command = ''] = /^(\S+) (.*)$/s.exec(line) ?? [];
      server.commands.push(command);
      server.before(command, socket);
      if (!socket.destroyed) answer(server, session, tag, command);
    });
  });
  const server: ImapServer = {
    port: 0,
    user: 'antwort',
    password: 'richtig',
    mailboxes: new Map([['INBOX', emptyMailbox()]]),
    commands: [],
    can: new Set(['IDLE', 'MOVE', 'UIDPLUS', 'LITERAL+']),
    refuses: new Set(),
    before: () => undefined,
    deliver(raw, name = 'INBOX') {
      const mailbox = server.mailboxes.get(name)!;
      const mail = {
        uid: mailbox.uidNext++,
        flags: new Set<string>(),
        raw: raw.replace(/\r?\n/g, '\r\n'),
        date: new Date(),
      };
      mailbox.mails.push(mail);
      for (const session of sessions) {
        if (session.mailbox === name && session.idleTag !== null) tellNews(server, session);
      }
      return mail;
    },
    rename(from, to) {
      server.mailboxes.set(to, server.mailboxes.get(from)!);
      server.mailboxes.delete(from);
      for (const session of sessions) if (session.mailbox === from) session.mailbox = to;
    },
    cut() {
      for (const { socket } of sessions) socket.destroy();
    },
    connections: () => sessions.size,
    async stop() {
      server.cut();
      await new Promise((done) => listener.close(done));
    },
  };
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  server.port = (listener.address() as AddressInfo).port;
  return server;
}

const capabilities = ({ can }: ImapServer) => ['IMAP4rev1', ...can].join(' ');

function tellNews(server: ImapServer, session: Session): void {
  const count = server.mailboxes.get(session.mailbox ?? '')?.mails.length;
  if (count === undefined || count === session.known) return;
  session.known = count;
  session.socket.write(`* ${count} EXISTS\r\n`);
}

type Reply = string | { no: string };

function answer(server: ImapServer, session: Session, tag: string, command: string): void {
  const words = splitCommand(command);
  const uid = words[0]?.toUpperCase() === 'UID';
  const name = (uid ? words[1] : words[0])?.toUpperCase() ?? '';
  const reply = server.refuses.has(name)
    ? { no: 'refused' }
    : done(server, session, tag, name, words.slice(uid ? 2 : 1));
  if (reply === null) return;
  if (session.mailbox && name !== 'SELECT') tellNews(server, session);
  session.socket.write(typeof reply === 'string' ? `${tag} OK ${reply}\r\n` : `${tag} NO ${reply.no}\r\n`);
  if (name === 'LOGOUT') session.socket.end();
}

/** Runs a command and returns its result; null while it continues. */
function done(server: ImapServer, session: Session, tag: string, name: string, words: string[]): Reply | null {
  const say = (line: string) => void session.socket.write(`* ${line}\r\n`, 'latin1');
  const mailbox = server.mailboxes.get(session.mailbox ?? '');
  if (name === 'CAPABILITY') say(`CAPABILITY ${capabilities(server)}`);
  if (name === 'LOGIN' && (words[0] !== server.user || words[1] !== server.password)) {
    return { no: '[AUTHENTICATIONFAILED] wrong' };
  }
  if (name === 'NAMESPACE') say('NAMESPACE (("" "/")) NIL NIL');
  if (name === 'LIST') {
    for (const known of server.mailboxes.keys()) {
      if (known === words[1] || words[1] === '*') say(`LIST () "/" "${known}"`);
    }
  }
  if (name === 'LOGOUT') say('BYE');
  if (name === 'SELECT' || name === 'EXAMINE') return select(server, session, words[0]!, say);
  if (name === 'IDLE') {
    session.idleTag = tag;
    session.socket.write('+ idling\r\n');
    tellNews(server, session);
    return null;
  }
  if (mailbox) return inMailbox(server, mailbox, name, words, say) ?? 'done';
  return 'done';
}

function select(server: ImapServer, session: Session, name: string, say: (line: string) => void): Reply {
  const mailbox = server.mailboxes.get(name);
  session.mailbox = mailbox ? name : null;
  if (!mailbox) return { no: '[NONEXISTENT] no such mailbox' };
  session.known = mailbox.mails.length;
  say('FLAGS (\\Seen \\Deleted \\Flagged)');
  say('OK [PERMANENTFLAGS (\\Seen \\Deleted \\Flagged \\*)] ok');
  say(`${mailbox.mails.length} EXISTS`);
  say('0 RECENT');
  say(`OK [UIDVALIDITY ${mailbox.uidValidity}] ok`);
  say(`OK [UIDNEXT ${mailbox.uidNext}] ok`);
  return '[READ-WRITE] selected';
}

function inMailbox(
  server: ImapServer,
  mailbox: FakeMailbox,
  name: string,
  words: string[],
  say: (line: string) => void,
): Reply | undefined {
  const chosen = () => mailbox.mails.filter(({ uid }) => inSet(words[0]!, uid));
  const place = (mail: StoredMail) => mailbox.mails.indexOf(mail) + 1;
  const remove = (mails: StoredMail[]) => {
    for (const mail of mails) {
      say(`${place(mail)} EXPUNGE`);
      mailbox.mails.splice(place(mail) - 1, 1);
    }
  };
  if (name === 'SEARCH') {
    const fits = (mail: StoredMail) =>
      words.every((word, at) => {
        if (/^unseen$/i.test(word)) return !mail.flags.has('\\Seen');
        return words[at - 1]?.toUpperCase() === 'UID' ? inSet(word, mail.uid) : true;
      });
    say(['SEARCH', ...mailbox.mails.filter(fits).map(({ uid }) => uid)].join(' '));
  } else if (name === 'FETCH') {
    const most = Number(/<0\.(\d+)>/.exec(words.join(' '))?.[1] ?? Number.POSITIVE_INFINITY);
    for (const mail of chosen()) {
      const raw = Buffer.from(mail.raw).subarray(0, most).toString('latin1');
      const date = mail.date.toUTCString().replace(/^\w+, (\d\d) (\w+) (\d+) (\S+) GMT$/, '$1-$2-$3 $4 +0000');
      say(`${place(mail)} FETCH (UID ${mail.uid} INTERNALDATE "${date}" BODY[]<0> {${raw.length}}\r\n${raw})`);
    }
  } else if (name === 'STORE') {
    for (const mail of chosen()) {
      for (const flag of words[2]!.replace(/[()]/g, '').split(' ')) mail.flags.add(flag);
      if (!/silent/i.test(words[1]!))
        say(`${place(mail)} FETCH (UID ${mail.uid} FLAGS (${[...mail.flags].join(' ')}))`);
    }
  } else if (name === 'COPY' || name === 'MOVE') {
    const target = server.mailboxes.get(words[1]!);
    if (!target) return { no: '[TRYCREATE] no such mailbox' };
    const mails = chosen();
    for (const mail of mails) target.mails.push({ ...mail, flags: new Set(mail.flags), uid: target.uidNext++ });
    if (name === 'MOVE') remove(mails);
  } else if (name === 'EXPUNGE') {
    remove(mailbox.mails.filter(({ uid, flags }) => flags.has('\\Deleted') && (!words[0] || inSet(words[0], uid))));
  }
  return undefined;
}
