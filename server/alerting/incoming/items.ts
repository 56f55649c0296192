import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { noticeMinutes } from '#shared/incoming-kinds.ts';

/** What became of a delivery. */
export type Intake = 'new' | 'changed' | 'closed' | 'known' | 'ignored';

/** The outcome of a delivery and its item. */
export interface Taken {
  result: Intake;
  item: number | null;
}

/** SQL: the moment of the next notice. */
export const nextNotice = sql<Date>`clock_timestamp() + make_interval(mins => ${sql.lit(noticeMinutes)})`;

/** SQL: restarts an item's notices. */
export const waitAgain = sql`
  taken_by = null, taken_at = null, closed_at = null, closed_by = null, nobody_left_at = null, round = round + 1,
  waits_since = clock_timestamp(), next_notice_at = ${nextNotice}`;

/** Returns an alert's identity in stored form. */
export const keyOf = (...parts: readonly string[]): Buffer => sha256(JSON.stringify(parts));

/** Locks a source, so that deliveries are sequential, and notes the time. */
export async function holdSource(tx: Tx, sourceId: number): Promise<void> {
  await sql`update incoming_sources set received_at = clock_timestamp() where id = ${sourceId}`.execute(tx);
}

/** The words of an item. */
export interface ItemWords {
  title: string;
  text: string;
  severity: string | null;
}

/** Creates an item that waits for a person. */
export async function insertItem(tx: Tx, sourceId: number, { title, text, severity }: ItemWords): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into incoming_items (source_id, title, text, severity, next_notice_at)
    values (${sourceId}, ${title}, ${text}, ${severity}, ${nextNotice}) returning id`.execute(tx);
  return rows[0]!.id;
}

/** Closes items for their source without further notices. */
export async function closeBySource(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    update incoming_items set closed_at = clock_timestamp(), closed_by = null, next_notice_at = null,
      changed_at = clock_timestamp(), version = version + 1
    where id = any(${ids}::int[]) and closed_at is null`.execute(tx);
}

/** Notifies the pages that show items. */
export const announceItems = (db: Db | Tx): Promise<void> => publish(db, { incoming: true });

/** Reopens items of inactive users. */
export async function releaseOfInactive(db: Db): Promise<void> {
  const { rows } = await sql`
    update incoming_items set ${waitAgain}, version = version + 1
    where closed_at is null and taken_by in (select id from users where not is_active) returning id`.execute(db);
  if (rows.length) await announceItems(db);
}

/** Deletes closed items after half a year, unless an event came from them. */
export async function purgeItems(db: Db): Promise<void> {
  await sql`
    delete from incoming_items
    where closed_at < now() - interval '180 days' and report_id is null`.execute(db);
}
