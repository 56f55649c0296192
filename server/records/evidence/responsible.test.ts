import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createPerson } from '#testing/factories.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { remindOfResponsible } from './responsible.ts';

let server: TestServer;
let db: Db;
let administrator: TestClient;
let contacts: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  administrator = await server.as('administrator');
  contacts = await server.as('contact_manager', 'administrator');
});
after(() => server.stop());

const save = (input: Record<string, unknown>) =>
  administrator.run(
    'mutation ($i: UpdateEventTypeInput!) { updateEventType(input: $i) { responsible { lastName } deputy { lastName } } }',
    { i: input },
  );

/** A plan with two responsible people. */
async function createPlan(name: string) {
  const { createEventType } = await administrator.run(
    'mutation ($input: CreateEventTypeInput!) { createEventType(input: $input) { _id } }',
    { input: { name, identifier: name.toLowerCase() } },
  );
  const type = Number(createEventType._id);
  const responsible = await createPerson(db, { firstName: 'Rita', lastName: `Verantwort${type}` });
  const deputy = await createPerson(db, { firstName: 'Dora', lastName: `Stellvert${type}` });
  return { type, name, responsible, deputy };
}

const look = async (type: number) => {
  const document = `{ evidencePack(eventType: ${type}) {
    responsible { person name hasLeft } deputy { name hasLeft } findings { key name } }
    readiness { key done count names } }`;
  const { evidencePack, readiness } = await administrator.run(document);
  const { eventType } = await administrator.run(`{ eventType(id: ${type}) { responsibleLeft deputyLeft } }`);
  const found = evidencePack.findings.filter(({ key }: { key: string }) => key.includes('responsible'));
  const check = readiness.find(({ key }: { key: string }) => key === 'responsible') ?? null;
  const findings = found.map(({ key, name }: Record<string, string>) => [key, name]);
  return { ...evidencePack, findings, check, left: [eventType.responsibleLeft, eventType.deputyLeft] };
};

async function download(address: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${administrator.token}` };
  const response = await fetch(`${server.url}${address}`, { headers });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}

/** The plans and recipients of reminders since a job. */
const remindersAfter = async (since: Date): Promise<[string, number][]> => {
  await remindOfResponsible(server.app);
  const { rows } = await sql<{ plan: string; to: number }>`
    select data->'values'->>'plan.name' as plan, (data->>'to')::int as to from pgboss.job
    where name = 'system_mail' and data->>'identifier' = 'responsible_left' and created_on > ${since}
    order by created_on, id`.execute(db);
  return rows.map(({ plan, to }) => [plan, to]);
};
const now = async () => (await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)).rows[0]!.at;

test('a plan names a responsible person and a deputy; if both leave, it is without, and users are reminded', async () => {
  const { type, name, responsible, deputy } = await createPlan('Stromausfall');
  const without = await look(type);
  assert.deepEqual([without.responsible, without.deputy], [null, null]);
  assert.deepEqual([without.findings, without.check], [[['no_responsible', null]], null], 'no names after an upgrade');
  const { updateEventType } = await save({ id: type, responsible: String(responsible.id), deputy: String(deputy.id) });
  assert.deepEqual(updateEventType, {
    responsible: { lastName: responsible.lastName },
    deputy: { lastName: deputy.lastName },
  });
  const named = await look(type);
  assert.deepEqual([named.findings, named.check, named.left], [[], null, [false, false]]);
  assert.deepEqual(named.responsible, { person: responsible.id, name: `Rita ${responsible.lastName}`, hasLeft: false });

  const began = await now();
  await contacts.run(`mutation { updatePerson(input: { id: ${responsible.id}, isActive: false }) { id } }`);
  const half = await look(type);
  assert.deepEqual([half.findings, half.check], [[['responsible_left', `Dora ${deputy.lastName}`]], null]);
  assert.deepEqual(half.left, [true, false]);
  assert.deepEqual(await remindersAfter(began), []);

  await contacts.run(`mutation { erasePerson(id: ${deputy.id}) }`);
  const gone = await look(type);
  assert.deepEqual(gone.findings, [['no_responsible', null]]);
  assert.deepEqual(gone.check, { key: 'responsible', done: false, count: 1, names: [name] });
  assert.deepEqual(gone.left, [true, true]);
  const { eventType } = await (await server.as('contact_manager')).run(`{ eventType(id: ${type}) { deputyLeft } }`);
  assert.equal(eventType.deputyLeft, null, 'only for users who manage event types');
  assert.deepEqual([gone.responsible.hasLeft, gone.deputy], [true, { name: 'Gelöschte Person', hasLeft: true }]);
  const holders = [administrator.userId!, contacts.userId!];
  const reminded = (await remindersAfter(began)).filter(([, to]) => holders.includes(to));
  assert.deepEqual(new Set(reminded.map(([, to]) => to)), new Set(holders));
  assert.equal(reminded.length, 2);
  assert.ok(reminded.every(([plan]) => plan === name));
  const later = await now();
  assert.deepEqual(await remindersAfter(later), [], 'once');
  await sql`update event_types set responsible_reminded_at = responsible_reminded_at - interval '31 days'
    where id = ${type}`.execute(db);
  assert.ok((await remindersAfter(later)).length >= 2, 'again after a month');

  const other = await createPerson(db);
  await save({ id: type, responsible: String(other.id) });
  assert.deepEqual([(await look(type)).findings, (await look(type)).check], [[], null]);
  await remindOfResponsible(server.app);
  await sql`update people set deletion_requested_at = now() where id = ${other.id}`.execute(db);
  assert.ok((await remindersAfter(await now())).length >= 2, 'for the new person at once');
  assert.deepEqual((await look(type)).left, [true, true], 'asked for deletion');
});

test('the file, the PDF and the data of a person name both, and the verifier accepts the file', async () => {
  const { type, name, responsible, deputy } = await createPlan('Hochwasser');
  await save({ id: type, responsible: String(responsible.id), deputy: String(deputy.id) });
  await contacts.run(`mutation { updatePerson(input: { id: ${deputy.id}, isActive: false }) { id } }`);
  const { exportPerson } = await contacts.run(`{ exportPerson(id: ${deputy.id}) }`);
  assert.deepEqual(exportPerson.alarmPlans, [{ name, isResponsible: false, isDeputy: true }]);
  const csv = (await download(`/api/v2/event_types/${type}/evidence.csv`)).toString();
  assert.match(csv, new RegExp(`\\r\\nresponsible;Rita ${responsible.lastName};present;`));
  assert.match(csv, new RegExp(`\\r\\ndeputy;Dora ${deputy.lastName};left;`));
  const { text } = readPdfTexts(await download(`/api/v2/event_types/${type}/evidence.pdf`));
  assert.ok(text.replaceAll(/\s+/g, ' ').includes(`${deputy.lastName} (ausgeschieden)`));
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-responsible-'));
  try {
    const file = path.join(folder, 'evidence.csv');
    await writeFile(file, csv);
    const { stdout } = await promisify(execFile)(process.execPath, ['docs/verify-evidence.mjs', file]);
    assert.match(stdout, /^whole /);
  } finally {
    await rm(folder, { recursive: true });
  }
});
