import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Failure, SmtpFailure } from './errors.ts';

/** How to reach a mail server. */
export interface Server {
  host: string;
  port: number;
  secure: 'tls' | 'starttls' | 'none';
  verify: boolean;
  user: string | null;
  password: string | null;
}

/** What goes over a connection: one sender, one recipient, the message as bytes. */
export interface Transaction {
  from: string;
  to: string;
  message: Buffer;
  /** What a server that reports what became of a mail (RFC 3461) names it by, and whether success is to be reported too. */
  report: { id: string; success: boolean };
  /** Milliseconds to hold back the end of the message, to notice a connection that breaks while it is sent. */
  hold: number;
  begin(): void;
}

/** One open, signed-in connection to a mail server; it carries one transaction at a time. */
export interface Link {
  /** Transactions so far. */
  readonly used: number;
  readonly usable: boolean;
  /** Answers the server's reply; throws SmtpFailure, which says whether the end of the message was written. */
  send(transaction: Transaction): Promise<string>;
  /** Called once when the connection ended, whoever ended it. */
  onEnd(heard: () => void): void;
  quit(): void;
}

// A reply to anything but the message's end comes soon or never; the end may take ten minutes (RFC 5321, 4.5.3.2.6),
// and giving up before makes a second copy.
const setupTimeout = 15_000;
const replyTimeout = 30_000;
const endTimeout = 600_000;

/** Connects, upgrades to TLS and signs in as the settings say. */
export async function openLink(server: Server): Promise<Link> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure === 'tls',
    requireTLS: server.secure === 'starttls',
    ignoreTLS: server.secure === 'none',
    tls: { rejectUnauthorized: server.verify, minVersion: 'TLSv1.2' },
    connectionTimeout: setupTimeout,
    greetingTimeout: setupTimeout,
    dnsTimeout: setupTimeout,
    socketTimeout: endTimeout,
    socketCloseTimeout: 1000,
  });
  await connected(connection, (done) => connection.connect(done), 'connect');
  if (server.user) {
    const auth = { user: server.user, pass: server.password ?? '' };
    await connected(connection, (done) => connection.login(auth, done), 'login');
  }
  return linkOver(connection);
}

function connected(
  connection: SMTPConnection,
  step: (done: (error?: Error | null) => void) => void,
  stage: 'connect' | 'login',
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(noReply()), setupTimeout);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(new SmtpFailure(stage, error as Failure)); // before closing, which ends the connection and comes here again
      connection.close();
    };
    connection.on('error', fail);
    connection.once('end', () => fail(new Error('connection closed')));
    step((error) => {
      if (error) return fail(error);
      clearTimeout(timer);
      connection.removeAllListeners('error');
      connection.removeAllListeners('end');
      connection.on('error', () => undefined); // whoever sends hears of it by the callback
      resolve();
    });
  });
}

const noReply = () => Object.assign(new Error('no reply'), { code: 'ETIMEDOUT' });

function linkOver(connection: SMTPConnection): Link {
  let used = 0;
  let usable = true;
  connection.once('end', () => {
    usable = false;
  });
  return {
    get used() {
      return used;
    },
    get usable() {
      return usable;
    },
    async send(transaction) {
      transaction.begin();
      used++;
      try {
        return await transact(connection, transaction);
      } catch (error) {
        const failure = error as SmtpFailure;
        // a refused message leaves a healthy connection behind, anything else does not
        if (!failure.refusal || !(await reset(connection))) connection.close();
        throw failure;
      }
    },
    onEnd: (heard) => void connection.once('end', heard),
    quit() {
      if (!usable) return;
      usable = false;
      connection.quit();
      setTimeout(() => connection.close(), 1000).unref();
    },
  };
}

function transact(connection: SMTPConnection, { from, to, message, report, hold }: Transaction): Promise<string> {
  const notify: ('SUCCESS' | 'FAILURE')[] = report.success ? ['SUCCESS', 'FAILURE'] : ['FAILURE'];
  const dsn = { id: report.id, return: 'HDRS', notify };
  return new Promise((resolve, reject) => {
    let begun = false;
    let ended = false;
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(new SmtpFailure(ended ? 'ended' : 'message', error as Failure));
    };
    const timer = setTimeout(() => {
      fail(noReply());
      connection.close();
    }, replyTimeout);
    const end = (body: Readable) => {
      if (body.destroyed) return;
      ended = true; // from here on the server may have it all
      clearTimeout(timer);
      body.push(null);
    };
    // Nobody reads this stream before the server asked for the message, and its end is what makes the final dot.
    const body = new Readable({
      read() {
        if (begun) return;
        begun = true;
        this.push(message);
        if (hold > 0) setTimeout(() => end(this), hold);
        else end(this);
      },
    });
    connection.send({ from, to: [to], size: message.length, dsn }, body, (error, info) => {
      if (error) return fail(error);
      clearTimeout(timer);
      resolve(info.response);
    });
  });
}

function reset(connection: SMTPConnection): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (ready: boolean) => {
      clearTimeout(timer);
      connection.removeListener('end', lost);
      resolve(ready);
    };
    const lost = () => done(false);
    const timer = setTimeout(lost, replyTimeout);
    connection.once('end', lost);
    connection.reset((error) => done(!error));
  });
}
