import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import type { Sink } from './sink.ts';
import type { LedgerEntry } from './smtp-sink.ts';

interface RecipientRow {
  id: number;
  status: string;
  owner: string | null;
  maybeDuplicate: boolean;
  crashCount: number;
}

/** What became of a message's recipients, by our rows and by the mail server's ledger. */
export interface Audit {
  recipients: number;
  byStatus: Record<string, number>;
  /** Taken by the server, but not known as sent. */
  unknownlySent: number;
  /** Known as sent, but never taken by the server. */
  lost: number;
  /** Copies beyond the first. */
  duplicates: number;
  /** Duplicated recipients that are not marked as such. */
  unmarked: number;
  marked: number;
  /** Copies taken by a server that did not say so, unless another copy followed. */
  ambiguous: number;
  /** Messages by the process that sent them. */
  byOwner: number[];
}

/** Waits until a message has no open recipients; throws after so many seconds. */
export async function untilDone(db: Db, messageId: number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const { rows } = await sql<{ status: string; n: number }>`
      select status, count(*) as n from message_recipients
      where message_id = ${messageId} and status in ('pending', 'queued', 'sending', 'retrying') group by status`
      .execute(db)
      .catch(() => ({ rows: [{ status: 'the database is away', n: 1 }] }));
    if (rows.length === 0) return;
    if (performance.now() > end) throw new Error(`after ${seconds} s: ${JSON.stringify(rows)}`);
    await sleep(100);
  }
}

/** Waits until the server took at least so many messages. */
export async function untilTaken(sink: Sink, count: number, seconds = 120): Promise<void> {
  for (const end = performance.now() + seconds * 1000; (await sink.ledger()).length < count; await sleep(30)) {
    if (performance.now() > end) throw new Error(`fewer than ${count} were sent within ${seconds} s`);
  }
}

/** Compares our rows with the ledger, recipient by recipient. */
export async function audit(db: Db, sink: Sink, messageId: number): Promise<Audit> {
  const { rows } = await sql<RecipientRow>`
    select id, status, owner, maybe_duplicate, crash_count from message_recipients where message_id = ${messageId}`.execute(
    db,
  );
  const copies = Map.groupBy(await sink.ledger(), ({ messageId: key }) => Number(/^d\.(\d+)\./.exec(key)?.[1]));
  const of = (row: RecipientRow): LedgerEntry[] => copies.get(row.id) ?? [];
  const duplicated = rows.filter((row) => of(row).length > 1);
  const owners = Map.groupBy(rows, ({ owner }) => owner);
  owners.delete(null);
  return {
    recipients: rows.length,
    byStatus: Object.fromEntries(
      [...Map.groupBy(rows, ({ status }) => status)].map(([status, list]) => [status, list.length]),
    ),
    unknownlySent: rows.filter((row) => row.status !== 'sent' && of(row).length > 0).length,
    lost: rows.filter((row) => row.status === 'sent' && of(row).length === 0).length,
    duplicates: rows.reduce((sum, row) => sum + Math.max(0, of(row).length - 1), 0),
    unmarked: duplicated.filter((row) => !row.maybeDuplicate).length,
    marked: rows.filter((row) => row.maybeDuplicate).length,
    ambiguous: rows.reduce(
      (sum, row) =>
        sum +
        of(row)
          .slice(0, -1)
          .filter((entry) => entry.ambiguous).length,
      0,
    ),
    byOwner: [...owners.values()].map((list) => list.length),
  };
}
