import { sql } from 'kysely';
import { createEvent, createGroup, createMailingList, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import type { TestServer } from '#testing/server.ts';

/** A launched report, and the ids of its recipients. */
export interface AskedReport {
  eventId: number;
  reportId: number;
  rows: number[];
}

interface Asking {
  /** The stop limit of the people's group; by default none. */
  stopLimit?: number | undefined;
  /** By default a new e-mail channel. */
  channelId?: number;
}

/** Launches a report that asks this many new people. */
export async function launchAsked(
  server: TestServer,
  count: number,
  { stopLimit, channelId }: Asking = {},
): Promise<AskedReport> {
  const { db } = server.app;
  const { id: groupId } = await createGroup(db);
  await sql`
    with p as (
      insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${count}) n
      returning id),
    d as (
      insert into person_data (person_id, key_field_id, value_str)
      select id, 1, 'p' || id || '@example.org' from p)
    insert into person_groups (group_id, person_id, sort_order) select ${groupId}, id, id from p`.execute(db);
  const list = await createMailingList(db, { groups: [{ id: groupId, ...(stopLimit ? { stopLimit } : {}) }] });
  const { id: eventId } = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId });
  const over = channelId ?? (await createChannel(db, 'email')).id;
  await createDraft(db, { reportId, channelId: over, lists: [list.id], requestAnswer: true });
  const manager = await server.as('crisis_manager');
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(reportId),
    key: `bench-${reportId}`,
  });
  const { rows } = await sql<{ id: number }>`
    select id from message_recipients where report_id = ${reportId} order by id`.execute(db);
  return { eventId, reportId, rows: rows.map(({ id }) => id) };
}
