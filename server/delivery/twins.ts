import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import { slowAfter } from '#server/messages/recipients/step-wakes.ts';

// A twin of recipient `r`: the same text to the same person at the same address over another channel of the same type, where
// one of the two stands in for the other. Two channels that the author chose are no twins.
const twins: RawBuilder<unknown> = sql`
  message_recipients r join channels c on c.id = r.channel_id join messages m on m.id = r.message_id
  join message_recipients t on t.report_id = r.report_id and t.person_id = r.person_id and t.id <> r.id
    and t.address_norm = r.address_norm and t.channel_id <> r.channel_id
  join channels o on o.id = t.channel_id and o.channel_type_id = c.channel_type_id
  join messages n on n.id = t.message_id and (n.handed_over or m.handed_over)`;

/**
 * Returns whether a twin of a recipient was sent, or is being sent. Whoever asks has committed its own claim before: of two
 * that are claimed at once at least one sees the other, so never both are sent.
 */
export async function findTwin(db: Db, id: number): Promise<'sent' | 'sending' | null> {
  const { rows } = await sql<{ state: 'sent' | 'sending' | null }>`
    select case when bool_or(t.status in ('sent', 'delivered', 'read')) then 'sent'
      when bool_or(t.status = 'sending' and t.claimed_at > now() - ${slowAfter}::interval) then 'sending' end as state
    from ${twins} where r.id = ${id}`.execute(db);
  return rows[0]!.state;
}

/** Cancels what waits of the twins of recipients that were sent; returns the messages it changed. */
export async function cancelTwins(db: Db | Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ messageId: number }>`
    with held as materialized (
      select t.id from ${twins} where r.id = any(${ids}) and t.status in ('queued', 'retrying') order by t.id for update of t)
    update message_recipients w set status = 'cancelled', status_reason = 'handed_over', try_at = null
    from held where w.id = held.id and w.status in ('queued', 'retrying') returning w.message_id`.execute(db);
  return [...new Set(rows.map(({ messageId }) => messageId))];
}
