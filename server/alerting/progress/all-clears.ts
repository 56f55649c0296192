import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** Returns the last all-clear of each event whose activations all have one. */
export async function allClearsOf(db: Db | Tx, eventIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select p.event_id as id, max(p.all_clear_at) as at
    from reports p join report_types t on t.id = p.report_type_id and t.identifier = 'activation'
    where p.event_id = any(${eventIds}) and p.is_active and exists (
      select 1 from messages m where m.report_id = p.id and m.is_active and m.launched_at is not null)
    group by p.event_id having bool_and(p.all_clear_at is not null)`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** SQL: recipient `r` of report `p` was being sent at the all-clear, so the alarm may arrive after it. */
export const crossedAllClear = sql<boolean>`coalesce(r.claimed_at <= p.all_clear_at
  and coalesce(r.sent_at > p.all_clear_at, r.status = 'sending' or r.maybe_duplicate), false)`;

/** Returns recipients being sent at the all-clear. */
export async function crossedOf(db: Db, recipientIds: readonly number[]): Promise<Map<number, boolean>> {
  const { rows } = await sql<{ id: number; crossed: boolean }>`
    select r.id, ${crossedAllClear} as crossed
    from message_recipients r join reports p on p.id = r.report_id where r.id = any(${recipientIds})`.execute(db);
  return new Map(rows.map(({ id, crossed }) => [id, crossed]));
}
