import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';

/** The largest integer, so that a synthetic alarm takes no real number. */
export const testAlarm = 2_147_483_647;

/** The id of a rehearsal, which no synthetic alarm waits for. */
export const rehearsedAlarm = testAlarm - 1;

/**
 * Inserts a synthetic alarm's draft: an event of mode TEST, a person with an impossible address, an activation with a
 * question. Needs no changeable base data. Returns its channel. The caller must roll back.
 */
export async function insertTestAlarm(tx: Tx, id = testAlarm): Promise<number> {
  const { rows } = await sql<{ channelId: number }>`
    with person as (
      insert into people (id, first_name, last_name) overriding system value values (${id}, 'Alarm', 'Test')),
    kind as (
      insert into person_data_types (id, name, identifier, field_type) overriding system value
      values (${id}, 'Test', ${`path_test_${id}`}, 'email')),
    address as (
      insert into person_data (id, person_id, key_field_id, value_str) overriding system value
      values (${id}, ${id}, ${id}, 'test@alarm.invalid')),
    event as (
      insert into events (id, name, mode, event_status_id) overriding system value
      select ${id}::int, 'Test', 'TEST', id from event_statuses where identifier = 'draft'),
    report as (
      insert into reports (id, event_id, report_type_id, title, content) overriding system value
      select ${id}::int, ${id}::int, id, 'Test', 'Test' from report_types where identifier = 'activation'),
    options as (
      insert into answer_options (id, report_id, code, label, kind) overriding system value
      values (${id}, ${id}, '1', 'Test', 'POSITIVE')),
    chosen as (
      insert into message_people (message_id, person_id) values (${id}, ${id}))
    insert into messages (id, report_id, channel_id, title, content, request_answer) overriding system value
    select ${id}::int, ${id}::int, c.id, 'Test', 'Test', true
    from channels c join channel_types t on t.id = c.channel_type_id
    where t.identifier = 'exercise' order by c.is_active desc, c.id limit 1 returning channel_id`.execute(tx);
  return rows[0]!.channelId;
}
