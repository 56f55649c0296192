import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { appendLog } from './log.ts';
import { organisationZone } from './organisation-zone.ts';

/**
 * Adds the deadlines of a beginning event's types once. Earlier types' deadlines continue. A report of the same name
 * isn't added twice.
 */
export async function beginDeadlines(tx: Tx, eventId: number, by: number | null): Promise<void> {
  const { rows } = await sql<{ name: string; nameEn: string | null; knownAt: Date }>`
    with rules as (
      select distinct on (r.name) r.*, e.id as event
      from events e join deadline_rules r on r.event_type_id in (e.event_type_id, e.activation_event_type_id)
      where e.id = ${eventId} and e.is_running
        and not exists (select from deadlines d where d.event_id = e.id and (d.rule_id = r.id or d.name = r.name))
      order by r.name, r.id),
    known as (
      update events set known_at = coalesce(known_at, clock_timestamp())
      where id = ${eventId} and exists (select from rules) returning known_at),
    begun as (
      insert into deadlines (event_id, rule_id, name, name_en, counts_from, hours, months, accepts_progress, questions,
        questions_en)
      select event, id, name, name_en, case when after_id is null then 'KNOWLEDGE' else 'DISPATCH' end, hours, months,
        accepts_progress, questions, questions_en
      from rules order by sort_order, id
      on conflict (event_id, rule_id) do nothing returning id, name, name_en)
    select b.name, b.name_en, coalesce(k.known_at, clock_timestamp()) as known_at from begun b, known k order by b.id`.execute(
    tx,
  );
  if (!rows.length) return;
  await sql`
    update deadlines d set after_id = earlier.id
    from deadline_rules r join deadline_rules a on a.id = r.after_id
      join deadlines earlier on earlier.name = a.name and not earlier.is_progress
    where d.event_id = ${eventId} and d.rule_id = r.id and d.after_id is null and d.counts_from = 'DISPATCH'
      and earlier.event_id = ${eventId}`.execute(tx);
  const { knownAt } = rows[0]!;
  const data = {
    names: rows.map(({ name }) => name),
    namesEn: rows.map(({ name, nameEn }) => nameEn ?? name),
    knownAt,
    timeZone: await organisationZone(tx),
  };
  await appendLog(tx, { eventId, by, kind: 'deadlines_begun', data });
}

/** Refuses to delete a real event with open reports. */
export async function refuseOpenDeadlines(tx: Tx, { id, mode }: Pick<Row<'events'>, 'id' | 'mode'>): Promise<void> {
  if (mode !== 'LIVE') return;
  const { rows } = await sql`
    select from deadlines where event_id = ${id} and reported_at is null and waived_at is null limit 1`.execute(tx);
  if (rows.length) throw new Refusal('error_event_deadlines');
}
