import { sql } from 'kysely';
import { doneSinceCut } from '#server/administration/installation/since-cut.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { type Load, recipientOf } from '../failover/load.ts';

/** Duplicates of both places together, until the first one holds itself. */
export interface Doubles {
  /** People who received a message several times. */
  all: number;
  /** Those whose row has a mark at one of the places. */
  marked: number;
  /** Those without a mark whose message the reunion page of the first place shows. */
  shown: number;
  /** The others. */
  hidden: number;
}

interface Place {
  db: Db;
  /** The address from which its mails come. */
  address: string;
}

/** Compares the mails of both places, which may give the same number to different recipients after the cut. */
export async function findDoubles(load: Load, first: Place, second: Place): Promise<Doubles> {
  const entries = (await Promise.all(load.sinks.map((sink) => sink.ledger()))).flat();
  const copies = new Map<string, { message: number; isMarked: boolean; count: number }>();
  for (const { db, address } of [first, second]) {
    const { rows } = await sql<{ id: number; message: number; maybeDuplicate: boolean }>`
      select id, message_id as message, maybe_duplicate from message_recipients`.execute(db);
    const recipients = new Map(rows.map((row) => [row.id, row]));
    for (const entry of entries.filter(({ by }) => by.endsWith(address))) {
      const { message, maybeDuplicate } = recipients.get(recipientOf(entry))!;
      const key = `${message} ${entry.to}`;
      const one = copies.get(key) ?? { message, isMarked: false, count: 0 };
      copies.set(key, { message, isMarked: one.isMarked || maybeDuplicate, count: one.count + 1 });
    }
  }
  const doubles = [...copies.values()].filter(({ count }) => count > 1);
  const shownMessages = new Set((await doneSinceCut(first.db))?.messages.map(({ id }) => id));
  const unmarked = doubles.filter(({ isMarked }) => !isMarked);
  const shown = unmarked.filter(({ message }) => shownMessages.has(message)).length;
  const marked = doubles.length - unmarked.length;
  return { all: doubles.length, marked, shown, hidden: unmarked.length - shown };
}
