import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { appendLogs } from './log.ts';

interface Begun {
  task: number;
  text: string;
  group: string | null;
  person: number | null;
  dueAt: Date | null;
  dueMinutes: number | null;
}

/**
 * Adds the checklist's tasks once when an event begins or changes its type, in the same transaction. Tasks of inactive
 * people have no assignee.
 */
export async function beginTasks(tx: Tx, eventId: number, by: number | null): Promise<void> {
  const { rows } = await sql<Begun>`
    with begun as (
      insert into tasks (event_id, checklist_item_id, text, group_id, person_id, due_at)
      select e.id, c.id, c.name, c.group_id, p.id, clock_timestamp() + make_interval(mins => c.due_minutes)
      from events e join checklist_items c on c.event_type_id in (e.event_type_id, e.activation_event_type_id)
        left join people p on p.id = c.person_id and p.is_active
      where e.id = ${eventId} and e.is_running order by c.sort_order, c.id
      on conflict (event_id, checklist_item_id) do nothing
      returning id, text, checklist_item_id, group_id, person_id, due_at)
    select b.id as task, b.text, g.name as group, b.person_id as person, b.due_at, c.due_minutes
    from begun b join checklist_items c on c.id = b.checklist_item_id left join groups g on g.id = b.group_id
    order by b.id`.execute(tx);
  if (!rows.length) return;
  const lines = rows.map((data) => ({ eventId, by, kind: 'task_begun' as const, data }));
  await appendLogs(tx, [{ eventId, by, kind: 'tasks_begun', data: { tasks: rows.length } }, ...lines]);
}
