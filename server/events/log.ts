import { sql } from 'kysely';
import type { Db, Tx } from '../database/connect.ts';

/** One thing that happened: `kind` and `data` for machines, `text` (German) for the printed log; no addresses in it. */
export interface LogLine {
  eventId: number;
  /** The user who did it; null when the program did. */
  by: number | null;
  kind: string;
  text: string;
  data?: Record<string, unknown>;
}

/** Appends to the event's log, hash-chained; in a transaction it holds the event's log until the commit. */
export async function appendLog(db: Db | Tx, { eventId, by, kind, text, data }: LogLine): Promise<void> {
  const json = data === undefined ? null : JSON.stringify(data);
  await sql`select append_log(${eventId}, ${by}, ${kind}, ${text}, ${json}::jsonb)`.execute(db);
}
