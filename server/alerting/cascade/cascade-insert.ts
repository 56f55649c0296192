import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import type { PlannedCascade } from './cascade-plan.ts';
import { type Cascade, lockCascades, mayStillReach } from './cascade-queries.ts';
import { type KnownPeople, withoutIdle } from './launch-plan.ts';

/**
 * Stores the stop limits of a launch; returns those already reached.
 * - A limit in the report keeps its members and their state, and runs again.
 * - People asked at once count as asked at `at` in all their limits.
 * - Joining people come last, with a new wait.
 * Call it after inserting the rows of the `launched` messages: from here on, answers wait.
 */
export async function insertCascades(
  tx: Tx,
  { reportId, eventId }: { reportId: number; eventId: number },
  cascades: readonly PlannedCascade[],
  { at, launched }: { at: Date; launched: readonly number[] },
): Promise<Cascade[]> {
  if (!cascades.length) return [];
  const before = await lockCascades(tx, reportId);
  const kept = withoutIdle(cascades, await knownPeople(tx, reportId, cascades));
  const wasReached = sql`exists (
    select 1 from message_recipients r where r.report_id = ${reportId} and r.person_id = m.person_id
      and r.message_id <> all(${launched}::int[]) and not r.superseded and ${mayStillReach})`;
  for (const cascade of kept) {
    const { groupId, listName, needed, waitMinutes, members, messageIds } = cascade;
    const { rows } = await sql<{ id: number }>`
      insert into cascades as c (report_id, event_id, group_id, list_name, needed, wait_minutes)
      values (${reportId}, ${eventId}, ${groupId}, ${listName}, ${needed}, ${waitMinutes})
      on conflict (report_id, group_id) do update set status = 'running', is_lost = false,
        finished_at = case when c.status = 'reached' and c.needed >= excluded.needed then c.finished_at end,
        needed = greatest(c.needed, excluded.needed), wait_minutes = least(c.wait_minutes, excluded.wait_minutes)
      returning id`.execute(tx);
    const { id } = rows[0]!;
    const last = await lastPlace(tx, id, members.filter(({ joins }) => !joins).length);
    const placed = members.map(({ position, joins }, at) => (joins ? last + 1 + at : position));
    await sql`
      insert into cascade_members as m (cascade_id, person_id, position, priority, always, asked_at, due_at)
      select ${id}, person_id, position, priority, always, case when at_once then ${at}::timestamptz end,
        case when at_once then ${at}::timestamptz + make_interval(mins => ${waitMinutes}) end
      from unnest(${members.map((member) => member.personId)}::int[], ${placed}::int[],
        ${members.map((member) => member.priority)}::boolean[], ${members.map((member) => member.always)}::boolean[],
        ${members.map((member) => member.atOnce)}::boolean[]) as x (person_id, position, priority, always, at_once)
      on conflict (cascade_id, person_id) do update set
        position = case when excluded.position > ${last} then m.position else excluded.position end,
        priority = m.priority or excluded.priority, always = m.always or excluded.always,
        (asked_at, due_at) = (
          select coalesce(case when x.stays then m.asked_at end, excluded.asked_at, m.asked_at),
            coalesce(case when x.stays then m.due_at end, excluded.due_at, m.due_at)
          from (select excluded.position <= ${last} and ${wasReached} as stays) x)`.execute(tx);
    await sql`
      insert into cascade_messages (cascade_id, message_id) select ${id}, unnest(${messageIds}::int[])
      on conflict do nothing`.execute(tx);
  }
  const asked = kept.flatMap(({ members }) => members.flatMap(({ personId, atOnce }) => (atOnce ? personId : [])));
  if (before.length && asked.length)
    await sql`
      update cascade_members m set asked_at = ${at}::timestamptz,
        due_at = ${at}::timestamptz + make_interval(mins => c.wait_minutes)
      from cascades c
      where c.id = m.cascade_id and c.report_id = ${reportId} and c.status <> 'stopped'
        and m.person_id = any(${[...new Set(asked)]}::int[]) and (m.asked_at is null or not ${wasReached})
        and not exists (select 1 from answers a
          where a.report_id = ${reportId} and a.person_id = m.person_id and a.option_id is not null)`.execute(tx);
  return before.filter(({ status }) => status === 'reached');
}

async function lastPlace(tx: Tx, id: number, listed: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(max(position), ${listed}::int - 1) as last from cascade_members where cascade_id = ${id}`.execute(
    tx,
  );
  return rows[0]!.last;
}

async function knownPeople(tx: Tx, reportId: number, cascades: readonly PlannedCascade[]): Promise<KnownPeople> {
  const joining = cascades.flatMap(({ members }) => members.flatMap(({ personId, joins }) => (joins ? personId : [])));
  if (!joining.length) return { answered: new Set(), isMember: () => false };
  const people = [...new Set(joining)];
  const [answers, members] = [
    await sql<{ personId: number | null }>`
      select distinct person_id from answers
      where report_id = ${reportId} and option_id is not null and person_id = any(${people})`.execute(tx),
    await sql<{ groupId: number; personId: number }>`
      select c.group_id, m.person_id from cascades c join cascade_members m on m.cascade_id = c.id
      where c.report_id = ${reportId} and m.person_id = any(${people})`.execute(tx),
  ];
  const known = Map.groupBy(members.rows, ({ groupId }) => groupId);
  const own = new Map([...known].map(([groupId, rows]) => [groupId, new Set(rows.map((row) => row.personId))]));
  return {
    answered: new Set(answers.rows.flatMap(({ personId }) => personId ?? [])),
    isMember: (groupId, personId) => own.get(groupId)?.has(personId) ?? false,
  };
}
