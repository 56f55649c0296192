import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createPerson, createReport, createUser } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';
import { warnBudget } from './warn-budget.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'editor');
  await setting('undo_seconds', '0');
});
after(() => server.stop());

const setting = (valueKey: string, valueStr: string | null) =>
  db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', valueKey).execute();
const budget = async () =>
  (await manager.run('query { budget { limit spent currency percent state } }')).budget as Record<string, unknown>;

/** Running SMS messages at 0.10 to this many numbers, and one at 0.50 abroad. */
async function running(count: number): Promise<number> {
  const settings = JSON.stringify({ prices: '+49 0.1\n0.5', currency: 'CHF' });
  const channel = await createChannel(db, 'sms', { settings });
  const report = await createReport(db, { type: 'staff_information' });
  const abroad = await createPerson(db, { mobile: '+41791234567' });
  const { rows } = await sql<{ id: number }>`
    with p as (insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${count}::int) n
      returning id),
    d as (insert into person_data (person_id, key_field_id, value_str)
      select id, 5, '+4915' || lpad(id::text, 9, '0') from p)
    select id from p`.execute(db);
  const people = [abroad.id, ...rows.map(({ id }) => id)];
  const { id } = await createDraft(db, { reportId: report.id, channelId: channel.id, people, content: 'kurz' });
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
    id: String(id),
    key: `budget ${id}`,
  });
  await db
    .updateTable('messages')
    .set({ releaseAt: new Date(0) })
    .where('id', '=', id)
    .execute();
  await settle(server.app);
  return id;
}

test('costs of a running message count from the first attempt by prefix, in constant statements', async () => {
  await setting('sms_budget_month', '100');
  await db.updateTable('messages').set({ cost: null, launchedAt: null }).execute();
  const id = await running(1500);
  assert.partialDeepStrictEqual(await budget(), { spent: '0', state: null, percent: 0 });
  await deliver(db, id);
  const counted = async () => ({ found: await budget(), statements: await fewestStatements(server, budget) });
  const crowd = await counted();
  assert.deepEqual(crowd.found, { limit: '100', spent: '150.5', currency: 'CHF', percent: 150, state: 'passed' });
  await sql`delete from message_recipients where message_id = ${id} and person_id in (
    select person_id from message_recipients where message_id = ${id} order by id offset 10)`.execute(db);
  const few = await counted();
  assert.equal(few.statements, crowd.statements);
  await settle(server.app);
  const ended = (await db.selectFrom('messages').select('cost').where('id', '=', id).executeTakeFirstOrThrow()).cost;
  assert.equal(Number(ended), Number((await budget())['spent']), 'the end adds up what was counted meanwhile');
  const editor = await server.as('editor');
  const { message } = await editor.run(`{ message(id: ${id}) { cost currency } }`);
  assert.deepEqual([Number(message.cost), message.currency], [Number(ended), 'CHF'], 'in the money of its channel');
});

test('administrators get one notice near the budget and one at its end, again after a raise', async () => {
  const administrator = await createUser(db, { roles: ['administrator'] });
  await createUser(db, { roles: ['editor'] });
  const mails = async () => {
    await Promise.all([warnBudget(server.app), warnBudget(server.app)]);
    const { rows } = await sql<{ percent: string }>`
      select data->'values'->>'budget.percent' as percent from pgboss.job
      where name = 'system_mail' and data->>'identifier' = 'budget_warning' and (data->>'to')::int = ${administrator.id}
      order by created_on`.execute(db);
    return rows.map(({ percent }) => percent);
  };
  const spend = async (cost: string) => {
    await db.updateTable('messages').set({ cost: null, launchedAt: null }).execute();
    const { id } = await createDraft(db, {});
    await db.updateTable('messages').set({ cost, launchedAt: new Date() }).where('id', '=', id).execute();
  };
  await setting('sms_budget_month', null);
  await spend('79.99');
  assert.deepEqual(await mails(), [], 'none is set');
  await setting('sms_budget_month', '100');
  assert.deepEqual(await mails(), []);
  await spend('80');
  assert.deepEqual(await mails(), ['80']);
  assert.equal((await budget())['state'], 'nearly');
  await spend('100');
  assert.deepEqual(await mails(), ['80'], 'all of it is not beyond it');
  await spend('100.01');
  assert.deepEqual(await mails(), ['80', '100']);
  await setting('sms_budget_month', '120');
  assert.deepEqual(await mails(), ['80', '100', '83']);
  await setting('sms_budget_warn_percent', '90');
  await setting('sms_budget_month', '115');
  assert.deepEqual(await mails(), ['80', '100', '83'], 'the share is a setting');
});

test('an exceeded budget does not stop an alarm', async () => {
  await setting('sms_budget_month', '0');
  const id = await running(3);
  assert.equal((await deliver(db, id)).length, 4);
  assert.equal((await budget())['state'], 'passed');
  await setting('sms_budget_month', null);
  assert.equal(await budget(), null);
});
