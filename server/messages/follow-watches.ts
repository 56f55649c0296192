import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';

/** A message of a follow-up that is looked at again. */
export interface Following {
  messageId: number;
  reportId: number;
  eventId: number;
}

const watchedHours = 24;

/**
 * To be called in the transaction that launches a follow-up, with those of its messages that address people: for a day, whoever
 * gets what they follow only afterwards gets them too. One that reaches nobody yet is launched when it does.
 */
export async function watchFollowed(tx: Tx, messageIds: readonly number[], from: Date): Promise<void> {
  await sql`
    insert into follow_up_watches (message_id, due_at, ends_at)
    select id, ${from}::timestamptz, ${from}::timestamptz + make_interval(hours => ${watchedHours})
    from unnest(${messageIds}::int[]) as m (id) on conflict do nothing`.execute(tx);
}

/** The messages of follow-ups to look at now. */
export async function dueFollowing(db: Db): Promise<Following[]> {
  const { rows } = await sql<Following>`
    select m.id as message_id, m.report_id, p.event_id
    from follow_up_watches w join messages m on m.id = w.message_id join reports p on p.id = m.report_id
    where w.due_at <= clock_timestamp() order by m.id`.execute(db);
  return rows;
}

/** From here on these messages go to nobody else; answers which of them did. */
export async function endWatches(tx: Tx, messageIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from follow_up_watches where message_id = any(${messageIds}) returning message_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What follows to whoever is reached late, and was launched before a moment, goes to nobody else. */
export async function endWatchesBefore(tx: Tx, before: Date): Promise<void> {
  await sql`delete from follow_up_watches where ends_at < ${before}::timestamptz + make_interval(hours => ${watchedHours})`.execute(
    tx,
  );
}

/** From here on what is still a draft in these reports waits for its author again. */
export async function endWatchesOfDrafts(tx: Tx, reportIds: readonly number[]): Promise<void> {
  await sql`
    delete from follow_up_watches w using messages m
    where m.id = w.message_id and m.status = 'draft' and m.report_id = any(${reportIds})`.execute(tx);
}

/** Of these messages, until when each goes to whoever gets what it follows only now, where there may be somebody. */
export async function watchedUntil(db: Db, messageIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; until: Date }>`
    select w.message_id as id, w.ends_at as until from follow_up_watches w join messages m on m.id = w.message_id
    where w.message_id = any(${messageIds}) and exists (
      select 1 from report_follow_ups f join message_recipients r on r.report_id = f.follows_id
      where f.report_id = m.report_id and not r.superseded and not r.maybe_duplicate
        and r.status in ('pending', 'queued', 'sending', 'retrying', 'failed', 'expired'))`.execute(db);
  return new Map(rows.map(({ id, until }) => [id, until]));
}
