import { sql } from 'kysely';
import type { Tx } from '#server/database/connect.ts';
import { appendLog } from './log.ts';

/**
 * Called in the transaction in which an event begins, or becomes one of another type while it runs: it gets the tasks of
 * its type's checklist, and of the type that it is alarmed for, each once. An event that does not run gets none. A task
 * of somebody who was switched off is nobody's.
 */
export async function beginTasks(tx: Tx, eventId: number, by: number | null): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into tasks (event_id, checklist_item_id, text, group_id, person_id, due_at)
    select e.id, c.id, c.name, c.group_id, p.id, clock_timestamp() + make_interval(mins => c.due_minutes)
    from events e join checklist_items c on c.event_type_id in (e.event_type_id, e.activation_event_type_id)
      left join people p on p.id = c.person_id and p.is_active
    where e.id = ${eventId} and e.is_running order by c.sort_order, c.id
    on conflict (event_id, checklist_item_id) do nothing returning id`.execute(tx);
  if (rows.length) await appendLog(tx, { eventId, by, kind: 'tasks_begun', data: { tasks: rows.length } });
}
