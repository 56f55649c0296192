import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import type { AdapterApp, Hear } from '#server/channels/channel.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import type { MailTries } from './mail-tries.ts';
import { mostBytes, NotMarked, NotStored, takeMails } from './take-mails.ts';

export interface MailAccount {
  host: string;
  port: number;
  secure: 'tls' | 'starttls' | 'none';
  verify: boolean;
  user: string;
  password: string;
  mailbox: string;
  /** The folder for processed mails; null: they are only marked as read. */
  done: string | null;
}

/** A mailbox connection. */
export interface Hearing {
  /** Resolves when its connection is closed. */
  stop(): Promise<void>;
}

// Polls, because some servers announce new mail unreliably.
const pollInterval = { idle: 60_000, deaf: 15_000 };
const firstPause = 1_000;
const longestPause = 60_000;
const timeout = 15_000;

/** A mailbox's channel, and notes of mails being read. */
export interface MailboxListener {
  channelId: number;
  log: AdapterApp['log'];
  tries: MailTries;
}

/**
 * Receives mails from a mailbox and reconnects after pauses of up to a minute. A mail counts as read once its content
 * is on disk. Reports unreadable mails as a receiving failure.
 */
export function hearMailbox(account: MailAccount, { channelId, log, tries }: MailboxListener, hear: Hear): Hearing {
  const stopping = new AbortController();
  const { signal } = stopping;
  let uidValidity: bigint | null = null;

  /**
   * Uses one connection until its end. Calls `good` when all mails are processed, with `aside` if some are unreadable.
   */
  const visit = async (good: (aside: boolean) => void): Promise<never> => {
    const client = await connection(account);
    signal.throwIfAborted();
    const closed = Promise.withResolvers<never>();
    closed.promise.catch(() => undefined);
    let news = Promise.withResolvers<void>();
    client.on('error', () => undefined); // the pending command reports the error
    client.on('close', () => closed.reject(new Error('connection closed')));
    client.on('exists', () => news.resolve());
    const end = () => client.close();
    signal.addEventListener('abort', end);
    try {
      await client.connect();
      for (;;) {
        // again each time, to notice a renamed mailbox
        const opened = await client.mailboxOpen(account.mailbox);
        news = Promise.withResolvers();
        if (uidValidity !== null && uidValidity !== opened.uidValidity) log.warn({ event: 'mailbox_replaced' });
        uidValidity = opened.uidValidity;
        const name = `${account.user}@${account.host}:${account.port}/${account.mailbox}`;
        const folder = { channelId, name, uidValidity: opened.uidValidity };
        const { aside, left } = await takeMails(client, opened.exists, account.done, { folder, log, tries, hear });
        good(aside > 0);
        await Promise.race([news.promise, closed.promise, quiet(client, left)]);
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
      await visit((aside) => {
        wasGood = true;
        pause = firstPause;
        hear.trouble(aside ? 'mails_set_aside' : null);
      }).catch((error: Error) => {
        if (signal.aborted) return;
        const reason = reasonOf(error);
        const { name, code } = error as { name: string; code?: string };
        log.warn({ event: 'mailbox_lost', reason, error: name, code });
        // a lost connection is normal, a failed reconnection isn't
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

/** Waits until the next poll, shorter if mails are `left`. */
const quiet = (client: ImapFlow, left: boolean): Promise<void> =>
  sleep(client.capabilities.has('IDLE') && !left ? pollInterval.idle : pollInterval.deaf, undefined, { ref: false });

async function connection({ host, port, secure, verify, user, password }: MailAccount): Promise<ImapFlow> {
  const { ImapFlow } = await import('imapflow'); // many files, which no start waits for
  return new ImapFlow({
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
}

/** Returns why receiving fails; null if only the connection ended. */
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
