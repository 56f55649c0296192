import { sql } from 'kysely';
import { requireActive } from '#server/api/input.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/**
 * Sets the active event types of a list, as the last one of each new type. Inactive types keep it. Returns the ids
 * before and after, or null if equal.
 */
export async function setEventTypes(
  tx: Tx,
  listId: number,
  wanted: readonly number[],
): Promise<{ before: number[]; after: number[] } | null> {
  const { rows } = await sql<{ id: number; isActive: boolean }>`
    select t.id, t.is_active from event_type_mailing_lists l join event_types t on t.id = l.event_type_id
    where l.mailing_list_id = ${listId}`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  const added = wanted.filter((id) => !known.has(id));
  const removed = rows.filter(({ id, isActive }) => isActive && !wanted.includes(id)).map(({ id }) => id);
  await requireActive(tx, 'eventTypes', 'eventTypes', added);
  await sql`
    delete from event_type_mailing_lists where mailing_list_id = ${listId} and event_type_id = any(${removed})`.execute(
    tx,
  );
  await sql`
    insert into event_type_mailing_lists (event_type_id, mailing_list_id, sort_order)
    select id, ${listId}, coalesce(
      (select max(sort_order) + 1 from event_type_mailing_lists where event_type_id = id), 0)
    from unnest(${added}::int[]) as id`.execute(tx);
  if (added.length === 0 && removed.length === 0) return null;
  const before = rows.map(({ id }) => id).sort((a, b) => a - b);
  const after = [...before.filter((id) => !removed.includes(id)), ...added].sort((a, b) => a - b);
  return { before, after };
}
