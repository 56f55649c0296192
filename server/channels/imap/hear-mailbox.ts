import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow, type MailboxObject } from 'imapflow';
import type { AdapterApp, Hear } from '#server/channels/channel.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { readMail } from './read-mail.ts';

/** A mailbox and how to get to it. */
export interface Account {
  host: string;
  port: number;
  secure: 'tls' | 'starttls' | 'none';
  verify: boolean;
  user: string;
  password: string;
  mailbox: string;
  /** The folder for what was read; null: it stays and is marked as read. */
  done: string | null;
}

/** A mailbox that is being heard. */
export interface Hearing {
  /** Resolves when its connection is closed. */
  stop(): Promise<void>;
}

// A mail is looked at up to here: what somebody wrote and what a report says stand first, attachments later.
const mostBytes = 256 * 1024;
const batch = 50;
// Where a server forgets to tell of new mail, or cannot, they are found by looking.
const pollInterval = { idle: 60_000, deaf: 15_000 };
const firstPause = 1_000;
const longestPause = 60_000;
const timeout = 15_000;

type Log = AdapterApp['log'];

/** What was heard could not be stored: nothing that the mailbox is to blame for. */
class NotStored extends Error {}

/** The mailbox can be read but not changed. */
class NotMarked extends Error {
  readonly mailboxMissing: boolean;
  constructor(mailboxMissing: boolean) {
    super('cannot mark what was read');
    this.mailboxMissing = mailboxMissing;
  }
}

/**
 * Hears a mailbox: connects, takes what is there and what comes, and connects again when that ends, after pauses that grow
 * to a minute. A mail counts as read only when what it brought is on disk. Nothing it meets keeps it from going on.
 */
export function hearMailbox(account: Account, log: Log, hear: Hear): Hearing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let uidValidity: bigint | null = null;

  /** One connection, until it ends: `good` is called whenever all that was there is taken. */
  const visit = async (good: () => void): Promise<never> => {
    const client = connection(account);
    const closed = Promise.withResolvers<never>();
    closed.promise.catch(() => undefined);
    let news = Promise.withResolvers<void>();
    client.on('error', () => undefined); // whoever waits for an answer hears of it
    client.on('close', () => closed.reject(new Error('connection closed')));
    client.on('exists', () => news.resolve());
    const end = () => client.close();
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      for (;;) {
        // selected anew each time: so a mailbox that was renamed or replaced is noticed
        const opened = await client.mailboxOpen(account.mailbox);
        news = Promise.withResolvers();
        if (uidValidity !== null && uidValidity !== opened.uidValidity) log.warn({ event: 'mailbox_replaced' });
        uidValidity = opened.uidValidity;
        await takeAll(client, opened, account, log, hear);
        good();
        await Promise.race([news.promise, closed.promise, quiet(client)]);
      }
    } finally {
      signal.removeEventListener('abort', end);
      client.close();
    }
  };
  const run = async () => {
    let pause = firstPause;
    while (!signal.aborted) {
      let wasGood = false;
      await visit(() => {
        wasGood = true;
        pause = firstPause;
        hear.trouble(null);
      }).catch((error: Error) => {
        if (signal.aborted) return;
        const reason = reasonOf(error);
        const { name, code } = error as { name: string; code?: string };
        log.warn({ event: 'mailbox_lost', reason, error: name, code });
        // that a connection ends now and then is usual; that it cannot be had again is not
        if (!(error instanceof NotStored) && (reason || !wasGood)) hear.trouble(reason ?? 'connection_lost');
      });
      await sleep(pause * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
      pause = Math.min(pause * 2, longestPause);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

const quiet = (client: ImapFlow): Promise<void> =>
  sleep(client.capabilities.has('IDLE') ? pollInterval.idle : pollInterval.deaf, undefined, { ref: false });

const connection = ({ host, port, secure, verify, user, password }: Account): ImapFlow =>
  new ImapFlow({
    host,
    port,
    secure: secure === 'tls',
    ...(secure === 'tls' ? {} : { doSTARTTLS: secure === 'starttls' }),
    tls: { rejectUnauthorized: verify, minVersion: 'TLSv1.2' },
    auth: { user, pass: password },
    logger: false,
    disableCompression: true,
    autoIdleDelay: 100,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: 2 * pollInterval.idle,
    maxLiteralSize: 2 * mostBytes,
    maxLineLength: 4 * 1024 * 1024,
    maxResponseSize: 8 * 1024 * 1024,
  });

/** Everything that was not read yet: what is unread, or with a folder for what was read whatever is there. */
async function takeAll(
  client: ImapFlow,
  { exists }: MailboxObject,
  account: Account,
  log: Log,
  hear: Hear,
): Promise<void> {
  if (exists === 0) return;
  const found = (await client.search(account.done ? { all: true } : { seen: false }, { uid: true })) || [];
  for (let at = 0; at < found.length; at += batch) {
    await takeSome(client, found.slice(at, at + batch), account, log, hear);
  }
}

async function takeSome(client: ImapFlow, uids: number[], account: Account, log: Log, hear: Hear): Promise<void> {
  const wanted = { uid: true, internalDate: true, source: { maxLength: mostBytes } } as const;
  const mails = await client.fetchAll(uids.join(','), wanted, { uid: true });
  const failures: unknown[] = [];
  const done: number[] = [];
  for (const { uid, source, internalDate } of mails) {
    try {
      const brought = await readMail(
        source ?? Buffer.alloc(0),
        internalDate ? new Date(internalDate) : new Date(),
      ).catch((error: Error) => unreadable(log, uid, error));
      if (brought.receipts.length || brought.replies.length) {
        await hear(brought).catch((cause: unknown) => {
          throw new NotStored('', { cause });
        });
      }
      done.push(uid);
    } catch (error) {
      failures.push(error); // it stays unread; the others need not wait for it
    }
  }
  if (done.length) await settle(client, done.join(','), account.done);
  if (failures.length) throw failures[0];
}

/** What nobody can make sense of stays in the mailbox as a mail that was read. */
function unreadable(log: Log, uid: number, error: Error) {
  log.error({ event: 'mail_unreadable', uid, error: error.name });
  return { receipts: [], replies: [] };
}

/** Marks what is on disk as read, or moves it. Another process may have done so already. */
async function settle(client: ImapFlow, uids: string, folder: string | null): Promise<void> {
  const marked = await client.messageFlagsAdd(uids, ['\\Seen'], { uid: true });
  if (!folder) {
    if (!marked) throw new NotMarked(false);
    return;
  }
  if (await client.messageMove(uids, folder, { uid: true })) return;
  const left = await client.search({ uid: uids }, { uid: true });
  if (left && left.length > 0) throw new NotMarked(true);
}

/** Why nothing can be heard, in words for people; null when the connection only ended. */
function reasonOf(error: Error): DeliveryReason | null {
  const { authenticationFailed, mailboxMissing, responseStatus, tlsFailed, code } = error as Partial<
    Record<'authenticationFailed' | 'mailboxMissing' | 'responseStatus' | 'tlsFailed' | 'code', unknown>
  >;
  if (authenticationFailed) return 'channel_credentials';
  if (mailboxMissing) return 'mailbox_missing';
  if (tlsFailed || /CERT|SIGNATURE|ISSUER|ALTNAME|ERR_TLS|ERR_SSL/.test(String(code))) return 'channel_tls';
  if (responseStatus || error instanceof NotMarked) return 'channel_refused';
  return /ECONN|ENOTFOUND|EAI_|ETIMEDOUT|CONNECT_TIMEOUT|GREETING|EHOST|ENET/.test(String(code))
    ? 'channel_unreachable'
    : null;
}
