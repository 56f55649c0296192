import type { ImapFlow } from 'imapflow';
import type { AdapterApp, Hear } from '#server/channels/channel.ts';
import type { MailFolder, MailTries } from './mail-tries.ts';
import { readMailInThread } from './read-in-thread.ts';

/** text and reports come first, attachments later */
export const mostBytes = 256 * 1024;
const batch = 50;

/** Storing failed, which isn't the mailbox's fault. */
export class NotStored extends Error {}

/** The mailbox can be read but not changed. */
export class NotMarked extends Error {
  readonly mailboxMissing: boolean;
  constructor(mailboxMissing: boolean) {
    super('cannot mark what was read');
    this.mailboxMissing = mailboxMissing;
  }
}

interface Taking {
  folder: MailFolder;
  log: AdapterApp['log'];
  tries: MailTries;
  hear: Hear;
}

interface Taken {
  /** The number of mails set aside in the folder. */
  aside: number;
  /** Some mails are left for the next poll. */
  left: boolean;
}

/**
 * Processes new mails of the open folder: unread ones, or all if they move to `done`. Records each before reading; one
 * that stalls or crashes its reader is set aside at the third attempt.
 */
export async function takeMails(client: ImapFlow, exists: number, done: string | null, taking: Taking): Promise<Taken> {
  const { folder, tries } = taking;
  const aside = new Set(await stored(tries.asideIn(folder)));
  if (aside.size) {
    const there = exists ? (await client.search({ uid: [...aside].join(',') }, { uid: true })) || [] : [];
    const gone = [...aside].filter((uid) => !there.includes(uid));
    if (gone.length) await stored(tries.end(folder, gone));
    for (const uid of gone) aside.delete(uid);
  }
  if (exists === 0) return { aside: 0, left: false };
  const unread = (await client.search(done ? { all: true } : { seen: false }, { uid: true })) || [];
  const found = unread.filter((uid) => !aside.has(uid));
  let left = false;
  for (let at = 0; at < found.length; at += batch) {
    const taken = await takeSome(client, found.slice(at, at + batch), done, taking);
    for (const uid of taken.aside) aside.add(uid);
    left ||= taken.left.length > 0;
  }
  return { aside: aside.size, left };
}

const stored = <T>(storing: Promise<T>): Promise<T> =>
  storing.catch((cause: unknown) => {
    throw new NotStored('', { cause });
  });

async function takeSome(client: ImapFlow, uids: number[], folder: string | null, taking: Taking) {
  const wanted = { uid: true, internalDate: true, source: { maxLength: mostBytes } } as const;
  const mails = await client.fetchAll(uids.join(','), wanted, { uid: true });
  const failures: unknown[] = [];
  const found: Record<Outcome, number[]> = { done: [], aside: [], left: [] };
  for (const { uid, source, internalDate } of mails) {
    const mail = { uid, raw: source ?? Buffer.alloc(0), at: internalDate ? new Date(internalDate) : new Date() };
    try {
      found[await takeOne(mail, taking)].push(uid);
    } catch (error) {
      failures.push(error); // it stays unread, and the others continue
    }
  }
  if (found.done.length) {
    await stored(taking.tries.end(taking.folder, found.done));
    await settle(client, found.done.join(','), folder);
  }
  // flagged, so that people find it
  if (found.aside.length) await client.messageFlagsAdd(found.aside.join(','), ['\\Seen', '\\Flagged'], { uid: true });
  if (failures.length) throw failures[0];
  return found;
}

type Outcome = 'done' | 'aside' | 'left';

async function takeOne(mail: { uid: number; raw: Buffer; at: Date }, taking: Taking): Promise<Outcome> {
  const { folder, log, tries, hear } = taking;
  const { uid } = mail;
  const { state, isNew } = await stored(tries.begin(folder, uid));
  if (isNew) log.error({ event: 'mail_set_aside', channel: folder.channelId, uid });
  if (state !== 'read') return state === 'busy' ? 'left' : 'aside';
  const outcome = await readMailInThread(mail.raw, mail.at);
  if ('stalled' in outcome) {
    log.warn({ event: 'mail_stalled', channel: folder.channelId, uid, reason: outcome.stalled });
    return 'left';
  }
  if ('unreadable' in outcome) {
    log.error({ event: 'mail_unreadable', channel: folder.channelId, uid, error: outcome.unreadable });
    await stored(tries.setAside(folder, uid));
    return 'aside';
  }
  const { brought } = outcome;
  if (brought.receipts.length || brought.replies.length) {
    try {
      await stored(hear(brought));
    } catch (error) {
      if (isDataFault((error as NotStored).cause)) {
        log.error({ event: 'mail_unreadable', channel: folder.channelId, uid, error: 'not stored' });
        await stored(tries.setAside(folder, uid));
        return 'aside';
      }
      await tries.end(folder, [uid]).catch(() => undefined); // the mail isn't the cause
      throw error;
    }
  }
  return 'done';
}

/** Returns whether the database can never store this content (SQLSTATE 22, 23514, 54). */
const isDataFault = (cause: unknown): boolean =>
  /^(?:22|23514|54)/.test(String((cause as { code?: unknown })?.code ?? ''));

/** Marks stored mails as read, or moves them; repeatable. */
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
