import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, statusesOf } from '#testing/messages.ts';
import * as plain from '#testing/plain-resolution.ts';
import { readDirectory } from '#testing/read-directory.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const town = 5_000;
const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { recipientCount } }';

/** Creates people with shared, missing and invalid numbers, inactive and unsubscribed ones. */
async function settleTown(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with p as (
      insert into people (first_name, last_name, is_active, opted_out)
      select 'Person', 'Nummer ' || n, n % 50 <> 0, n % 70 = 0 from generate_series(1, ${town}::int) n returning id),
    d as (
      insert into person_data (person_id, key_field_id, value_str)
      select id, case when id % 3 = 0 then 6 else 5 end,
        case when id % 60 = 0 then '0151 ABC' else '+49151' || lpad((id - case when id % 40 = 0 then 1 else 0 end)::text, 8, '0') end
      from p where id % 90 <> 0)
    select id from p order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Waits until a statement waits for a row lock. */
const collision = () =>
  until(async () => {
    const query = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await server.app.database.pool.query(query)).rowCount !== 0;
  });

test('an alarm is sent and answered during a launch for a whole town, with correct results', async () => {
  const people = await settleTown();
  const half = town / 2;
  const first = people.slice(half, half + 30);
  const group = await createGroup(db, { members: people.slice(half), priority: first });
  const list = await createMailingList(db, { groups: [{ id: group.id }] });
  await sql`
    insert into mailing_list_people (mailing_list_id, person_id)
    select ${list.id}, id from unnest(${people.slice(0, half + 100)}::int[]) p (id)`.execute(db);
  const event = await createEvent(db);
  const channelId = (await createChannel(db, 'sms')).id;
  const about = { eventId: event.id, type: 'staff_information' };
  const draft = async (type: string, chosen: { lists?: number[]; people?: number[] }) =>
    createDraft(db, {
      reportId: (await createReport(db, { ...about, type })).id,
      channelId,
      requestAnswer: true,
      ...chosen,
    });
  const start = await draft('staff_information', { people: [people[1]!] });
  await manager.run(send, { id: String(start.id), key: 'start' });
  const { id } = await draft('staff_information', { lists: [list.id] });
  const twenty = people
    .slice(100, 140)
    .filter((person) => ![40, 50, 60, 70, 90].some((n) => person % n === 0 || person % n === n - 1));
  const alarm = await draft('activation', { people: twenty });

  const choice = { lists: [list.id], groups: [], people: [] };
  const rules = {
    addresses: ['phone_mobile'],
    alarm: false,
    sparesAbsent: true,
    informs: 'sms',
    measured: true,
    waitMinutes: 5,
    country: 'DE',
  };
  const expected = plain.resolvePlainly(await readDirectory(db), choice, rules);
  const last = expected.recipients.findLast(({ personId }) => !twenty.includes(personId))!.personId;
  let launching: Promise<{ sendMessage: { recipientCount: number } }> | undefined;
  await db.transaction().execute(async (tx) => {
    // the launch reaches its last recipient
    await sql`select 1 from people where id = ${last} for update`.execute(tx);
    launching = manager.run(send, { id: String(id), key: 'town' }) as typeof launching;
    await collision();
    const { sendMessage } = await manager.run(send, { id: String(alarm.id), key: 'alarm' });
    assert.equal(sendMessage.recipientCount, twenty.length);
    const asked = await db
      .selectFrom('messageRecipients')
      .select('id')
      .where('messageId', '=', alarm.id)
      .executeTakeFirstOrThrow();
    await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "1", minutes: 7) { _id } }', {
      id: String(asked.id),
    });
    assert.deepEqual(await statusesOf(db, id), {}, 'of the town nothing is to be seen yet');
  });
  assert.equal((await launching!).sendMessage.recipientCount, expected.recipients.length);

  const { rows } = await sql<Record<string, unknown>>`
    select person_id, target_address as target, address_norm as norm, is_private, via, status_reason as reason,
      token_hash is not null as asked
    from message_recipients where message_id = ${id} order by id`.execute(db);
  const order = (a: plain.PlainRecipient, b: plain.PlainRecipient) =>
    Number(b.priority) - Number(a.priority) || a.place - b.place;
  const entries: (plain.PlainRecipient & { reason?: string })[] = [
    ...expected.recipients.toSorted(order),
    ...expected.dropped.toSorted(order),
  ];
  assert.deepEqual(
    rows,
    entries.map(({ personId, target, norm, isPrivate, via, reason = null }) => {
      return { personId, target, norm, isPrivate, via, reason, asked: reason === null };
    }),
  );
  const reasons = Object.groupBy(expected.dropped, ({ reason }) => reason);
  const all = ['duplicate', 'inactive', 'invalid_address', 'no_address', 'opted_out'];
  assert.deepEqual(new Set(Object.keys(reasons)), new Set(all));
});
