import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { HeldRecipient } from './slow.ts';

/** Tracks claimed messages that were stopped after the claim. */
export interface StoppedWatch {
  /** Returns whether a message was stopped. */
  has(messageId: number): boolean;
  /** Counts the stop notices so far. */
  notices(): number;
  /** Loads the stopped ones among the claimed messages. */
  look(): Promise<void>;
  /** Begins regular reads, which end with the last held recipient. Call it for the first one. */
  begin(): void;
  close(): void;
}

/** Milliseconds between two reads while recipients are held, because a notice can be lost with its connection. */
const readInterval = 2_000;

/**
 * Watches for stopped messages: claimed, untouched recipients return to the database, and ringing telephones stop.
 * Reads at every notice, and regularly while recipients are held.
 */
export function watchStopped(
  { db, live, log }: Pick<App, 'db' | 'live' | 'log'>,
  held: ReadonlyMap<number, HeldRecipient>,
): StoppedWatch {
  let stopped: ReadonlySet<number> = new Set();
  let notices = 0;
  let [begun, newest] = [0, 0];
  const look = async () => {
    const turn = ++begun;
    const ids = [...new Set([...held.values()].map(({ messageId }) => messageId))];
    if (!ids.length) return;
    const { rows } = await sql<{ id: number }>`
      select id from messages where id = any(${ids}) and status = 'cancelled'`.execute(db);
    if (turn < newest) return; // a later read knows more
    newest = turn;
    stopped = new Set(rows.map(({ id }) => id));
  };
  let isLooking = false;
  const lookSafely = async () => {
    isLooking = true;
    await look().catch((error: Error) => log.warn({ event: 'stopped_messages_not_read', error: error.name }));
    isLooking = false;
  };
  const unwatch = live.watch('stopped', () => {
    notices++;
    void lookSafely();
  });
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!held.size) return;
      if (!isLooking) void lookSafely();
      begin();
    }, readInterval).unref();
  };
  const close = () => {
    clearTimeout(timer);
    unwatch();
  };
  return { has: (messageId) => stopped.has(messageId), notices: () => notices, look, begin, close };
}
