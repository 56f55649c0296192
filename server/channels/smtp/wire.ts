import type { Socket } from 'node:net';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Failure, SmtpFailure } from './errors.ts';
import { readReplies, type SmtpReply } from './replies.ts';

/** A mail server's address and access. */
export interface Server {
  host: string;
  port: number;
  secure: 'tls' | 'starttls' | 'none';
  verify: boolean;
  user: string | null;
  password: string | null;
}

export interface Wire {
  /** The server's extensions (EHLO), in capitals. */
  readonly extensions: ReadonlySet<string>;
  /** The maximum size of a mail in bytes; 0 if unknown. */
  readonly largest: number;
  /** Writes a text with one byte per character. */
  write(bytes: string): void;
  /** Passes on the server's replies, and once the end. */
  listen(heard: (reply: SmtpReply) => void, ended: (failure: Failure) => void): void;
  close(): void;
}

// From connecting to signing in, because a server may send one letter per second.
const setupTimeout = 12_000;
// Longer than any wait; for unwatched connections.
const silence = 700_000;

/** Connects, upgrades to TLS and signs in with Nodemailer. Throws SmtpFailure. */
export async function openWire(server: Server): Promise<Wire> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure === 'tls',
    ignoreTLS: server.secure === 'none',
    tls: { rejectUnauthorized: server.verify, minVersion: 'TLSv1.2' },
    connectionTimeout: setupTimeout,
    greetingTimeout: setupTimeout,
    dnsTimeout: setupTimeout,
    socketTimeout: silence,
    socketCloseTimeout: 1000,
  });
  const deadline = performance.now() + setupTimeout;
  await connected(connection, (done) => connection.connect(done), 'connect', deadline);
  if (server.secure === 'starttls' && !connection.secure) {
    connection.close();
    throw new SmtpFailure('connect', notOffered());
  }
  const greeting = String(connection.lastServerResponse || '');
  if (server.user) {
    const auth = { user: server.user, pass: server.password ?? '' };
    await connected(connection, (done) => connection.login(auth, done), 'login', deadline);
  }
  return takeOver(connection, greeting);
}

function connected(
  connection: SMTPConnection,
  step: (done: (error?: Error | null) => void) => void,
  stage: 'connect' | 'login',
  deadline: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(noReply()), Math.max(0, deadline - performance.now()));
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(new SmtpFailure(stage, error as Failure)); // before closing, which runs this handler again
      connection.close();
    };
    connection.on('error', fail);
    connection.once('end', () => fail(new Error('connection closed')));
    step((error) => {
      if (error) return fail(error);
      clearTimeout(timer);
      connection.removeAllListeners('error');
      connection.removeAllListeners('end');
      resolve();
    });
  });
}

// nodemailer would request a missing extension
const notOffered = (): Failure => Object.assign(new Error('STARTTLS is not offered'), { code: 'ETLS' });

/** The server didn't reply in time. */
export const noReply = (): Failure => Object.assign(new Error('no reply'), { code: 'ETIMEDOUT' });

function takeOver(connection: SMTPConnection, greeting: string): Wire {
  const socket = connection._socket as Socket;
  let tell: ((reply: SmtpReply) => void) | null = null;
  let failure: Failure = Object.assign(new Error('connection closed'), { code: 'ECONNECTION' });
  const replies = readReplies((reply) => tell?.(reply));
  socket.removeAllListeners('data'); // data is ours; errors and the end stay nodemailer's
  socket.on('data', (chunk: Buffer) => {
    try {
      replies.add(chunk);
    } catch (error) {
      failure = error as Failure;
      connection.close();
    }
  });
  connection.on('error', (error: Failure) => {
    failure = error;
  });
  const offered = greeting.split('\n').slice(1);
  const words = offered.map((line) => line.slice(4).trim().toUpperCase().split(/\s+/));
  return {
    extensions: new Set(words.map(([name]) => name!)),
    largest: Number(words.find(([name]) => name === 'SIZE')?.[1]) || 0,
    write: (bytes) => void socket.write(bytes, 'latin1'),
    listen(heard, ended) {
      tell = heard;
      connection.once('end', () => {
        replies.end();
        ended(failure);
      });
      if (connection.destroyed) ended(failure);
    },
    close: () => connection.close(),
  };
}
