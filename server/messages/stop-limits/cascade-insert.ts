import { sql } from 'kysely';
import type { Tx } from '#server/database/connect.ts';
import type { PlannedCascade } from './cascade-plan.ts';
import { type Cascade, isAlive, lockCascades } from './cascade-queries.ts';

/**
 * Stores the stop limits of a launch. A group that is limited in the report already keeps its people and what they were
 * asked; it runs again, for the new message. Those who are asked in any case count as asked at `at`. It comes after the rows
 * of the messages that are `launched`, which take their time in a whole town: from here on answers to the report wait. Answers
 * which of the report's stop limits were reached before.
 */
export async function insertCascades(
  tx: Tx,
  { reportId, eventId }: { reportId: number; eventId: number },
  cascades: readonly PlannedCascade[],
  { at, launched }: { at: Date; launched: readonly number[] },
): Promise<Cascade[]> {
  if (!cascades.length) return [];
  const before = (await lockCascades(tx, reportId)).filter(({ status }) => status === 'reached');
  for (const cascade of cascades) {
    const { groupId, listName, needed, waitMinutes, members, messageIds } = cascade;
    const { rows } = await sql<{ id: number }>`
      insert into cascades as c (report_id, event_id, group_id, list_name, needed, wait_minutes)
      values (${reportId}, ${eventId}, ${groupId}, ${listName}, ${needed}, ${waitMinutes})
      on conflict (report_id, group_id) do update set status = 'running', is_lost = false,
        finished_at = case when c.status = 'reached' and c.needed >= excluded.needed then c.finished_at end,
        needed = greatest(c.needed, excluded.needed), wait_minutes = least(c.wait_minutes, excluded.wait_minutes)
      returning id`.execute(tx);
    const { id } = rows[0]!;
    await sql`
      insert into cascade_members as m (cascade_id, person_id, position, priority, always, asked_at, due_at)
      select ${id}, person_id, position, priority, always, case when always then ${at}::timestamptz end,
        case when always then ${at}::timestamptz + make_interval(mins => ${waitMinutes}) end
      from unnest(${members.map((member) => member.personId)}::int[], ${members.map((member) => member.position)}::int[],
        ${members.map((member) => member.priority)}::boolean[], ${members.map((member) => member.always)}::boolean[])
        as x (person_id, position, priority, always)
      on conflict (cascade_id, person_id) do update set position = excluded.position,
        priority = m.priority or excluded.priority, always = m.always or excluded.always,
        (asked_at, due_at) = (
          select coalesce(case when x.alive then m.asked_at end, excluded.asked_at, m.asked_at),
            coalesce(case when x.alive then m.due_at end, excluded.due_at, m.due_at)
          from (select exists (select 1 from message_recipients r where r.report_id = ${reportId}
            and r.person_id = m.person_id and r.message_id <> all(${launched}::int[]) and not r.superseded
            and ${isAlive}) as alive) x)`.execute(tx);
    await sql`
      insert into cascade_messages (cascade_id, message_id) select ${id}, unnest(${messageIds}::int[])
      on conflict do nothing`.execute(tx);
  }
  return before;
}
