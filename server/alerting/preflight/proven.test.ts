import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { prepareMessages } from '#server/alerting/launch/prepare.ts';
import { findDrafts } from '#server/alerting/messages/message-rows.ts';
import { createLoaders } from '#server/api/graphql/loaders.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createMailingList, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { provenOf } from './proven.ts';

let server: TestServer;
let db: Db;

before(async () => {
  server = await startTestServer();
  db = server.app.db;
});

after(() => server.stop());

/** More people than one page holds, with two addresses each. */
const crowd = 11_000;

async function createCrowd(): Promise<{ list: number; people: number[] }> {
  const list = await createMailingList(db);
  const { rows } = await sql<{ id: number }>`
    with p as (insert into people (first_name, last_name)
        select 'Person', 'Nummer ' || n from generate_series(1, ${crowd}::int) n returning id),
      mail as (insert into person_data (person_id, key_field_id, value_str) select id, 1, 'p' || id || '@example.org' from p),
      mobile as (insert into person_data (person_id, key_field_id, value_str) select id, 5, '+49151' || lpad(id::text, 8, '0') from p),
      device as (insert into devices (person_id, kind, address, keys, name, inserted_at)
        select id, 'webpush', 'https://push.example.org/' || id, '', 'x', now() - interval '40 days' from p),
      listed as (insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from p)
    select id from p order by id`.execute(db);
  return { list: list.id, people: rows.map(({ id }) => id) };
}

async function proven(reportId: number) {
  const ctx = { ...server.app, viewer: null, loaders: createLoaders(db), ip: '' } as Context;
  return provenOf(db, await prepareMessages(ctx, await findDrafts(db, reportId)));
}

test('counts a crowd over several pages of signs like a few people', async () => {
  const { list, people } = await createCrowd();
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const { id: fewId } = await createReport(db, { eventId: (await createEvent(db)).id });
  for (const type of ['email', 'sms', 'webpush']) {
    const channelId = (await createChannel(db, type)).id;
    await createDraft(db, { reportId, channelId, lists: [list] });
    await createDraft(db, { reportId: fewId, channelId, people: people.slice(0, 10) });
  }
  assert.deepEqual(await proven(reportId), { confirmed: 0, unconfirmed: crowd, silent: 0 }, 'all devices are silent');
  await sql`
    insert into way_signs (person_id, address, failed_at)
    select person_id, value_str, now() from person_data
    where person_id = any(${people}) and (key_field_id = 1 or person_id % 2 = 0)`.execute(db);
  const even = people.filter((id) => id % 2 === 0).length;
  assert.deepEqual(await proven(reportId), { confirmed: 0, unconfirmed: crowd - even, silent: even });
  assert.deepEqual(await proven(fewId), { confirmed: 0, unconfirmed: 5, silent: 5 });
  await sql`
    update way_signs set confirmed_at = failed_at where address like '%@%' and person_id % 4 = 0`.execute(db);
  const fourth = people.filter((id) => id % 4 === 0).length;
  assert.deepEqual(await proven(reportId), { confirmed: fourth, unconfirmed: crowd - even, silent: even - fourth });
  await sql`update devices set last_used_at = now() where person_id = any(${people}) and person_id % 4 < 3`.execute(db);
  const others = people.filter((id) => id % 4 === 3).length;
  assert.deepEqual(await proven(reportId), { confirmed: crowd - others, unconfirmed: others, silent: 0 });
});

test('ignores signs of addresses over which the message does not go', async () => {
  const { list, people } = await createCrowd();
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId, channelId: (await createChannel(db, 'sms')).id, lists: [list] });
  await sql`
    insert into way_signs (person_id, address, confirmed_at)
    select person_id, value_str, now() from person_data where person_id = any(${people}) and key_field_id = 1`.execute(
    db,
  );
  assert.deepEqual(await proven(reportId), { confirmed: 0, unconfirmed: crowd, silent: 0 });
});
