import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import type { RecipientReason } from '#shared/recipient-reasons.ts';

/** The cascades, the reason, and whether pending steps continue. */
export interface CascadeStop {
  /** True: all; false: only cascades without an unfinished message. */
  all: boolean;
  reason: RecipientReason;
  onlyReserve?: boolean;
}

/** Closes cascades `c`, which ask no one again. Returns the reports. */
export async function closeCascades(tx: Tx, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ reportId: number }>`
    update cascades c set closed_after = (
      select coalesce(max(x.id), 0) from messages m cross join lateral (
        select id from message_recipients where message_id = m.id order by id desc limit 1) x
      where m.report_id = c.report_id)
    where ${which} returning c.report_id`.execute(tx);
  return [...new Set(rows.map(({ reportId }) => reportId))];
}

/**
 * Stops cascades; held-back rows never leave. If all stop, reached ones don't reopen. Returns the number of people held
 * back.
 */
export async function stopCascades(tx: Tx, reportId: number, stop: CascadeStop): Promise<number> {
  const { all, reason, onlyReserve = false } = stop;
  if (all) await closeCascades(tx, sql`c.report_id = ${reportId}`);
  const { rows } = await sql<{ id: number }>`
    update cascades c set status = 'stopped', due_at = null, finished_at = clock_timestamp()
    where c.report_id = ${reportId} and (c.status = 'running' or c.status = 'exhausted' and not ${onlyReserve}) and (${all} or not exists (
      select 1 from cascade_messages cm join messages m on m.id = cm.message_id
      where cm.cascade_id = c.id and m.status in ${messageStates.running}))
    returning c.id`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (!ids.length) return 0;
  const left = await sql<{ personId: number | null }>`
    with held as materialized (
      select r.id from cascade_members m
      join cascade_messages cm on cm.cascade_id = m.cascade_id
      join message_recipients r on r.message_id = cm.message_id and r.person_id = m.person_id
      where m.cascade_id = any(${ids}) and r.status = 'pending' and (not ${onlyReserve} or r.try_at is null) and not exists (
        select 1 from cascade_members o join cascades c on c.id = o.cascade_id and c.report_id = r.report_id
        where o.person_id = m.person_id and c.status = 'running')
      order by r.id for update of r)
    update message_recipients r set status = 'cancelled', status_reason = ${reason}, try_at = null
    from held where r.id = held.id and r.status = 'pending' returning r.person_id`.execute(tx);
  return new Set(left.rows.map(({ personId }) => personId)).size;
}
