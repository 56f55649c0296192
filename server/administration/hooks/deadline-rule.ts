import { sql } from 'kysely';
import type { Faults, Saving } from '#server/administration/saving.ts';

/** Requires one length, in hours or months, and an earlier report of the event type. */
export async function checkDeadlineRule(
  { tx, before }: Saving,
  columns: Record<string, unknown>,
  faults: Faults,
): Promise<void> {
  const savedValue = (column: string) => (columns[column] === undefined ? before?.[column] : columns[column]) ?? null;
  if ((savedValue('hours') === null) === (savedValue('months') === null)) faults['hours'] ??= 'error_deadline_length';
  // an order among rules excludes circles
  await sql`select pg_advisory_xact_lock(4213, ${Number(savedValue('eventTypeId'))}::int)`.execute(tx);
  const after = savedValue('afterId');
  if (after !== null) {
    const { rows } = await sql`
      with recursive earlier as (
        select id, event_type_id, after_id from deadline_rules where id = ${after}
        union select r.id, r.event_type_id, r.after_id from deadline_rules r join earlier e on r.id = e.after_id)
      select from earlier where id = ${before?.id ?? null}::int or event_type_id <> ${savedValue('eventTypeId')}::int
      `.execute(tx);
    if (rows.length) faults['after'] ??= 'error_deadline_order';
  }
  if (!before || columns['eventTypeId'] === undefined || columns['eventTypeId'] === before['eventTypeId']) return;
  const later = await sql`select from deadline_rules where after_id = ${before.id} limit 1`.execute(tx);
  if (later.rows.length) faults['eventType'] ??= 'error_in_use';
}
