import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { publicKeyOf } from '#server/platform/seals/seal.ts';
import { createEventType, createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { deliver, settle } from '#testing/messages.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { loadRevisions } from './load-revisions.ts';

let server: TestServer;
let db: Db;
let folder: string;
let manager: TestClient;
let auditor: TestClient;
let withContacts: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-evidence-'));
  manager = await server.as('crisis_manager');
  auditor = await server.as('administrator');
  withContacts = await server.as('administrator', 'contact_manager');
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A plan with two functions: two of six people, and one with a colleague who left. */
async function createPlan() {
  const make = async (count: number, values = {}) => {
    const people: number[] = [];
    for (let at = 0; at < count; at++) people.push((await createPerson(db, values)).id);
    return people;
  };
  const many = await make(6);
  const few = [...(await make(1)), ...(await make(1, { isActive: false })), ...(await make(1, { email: null }))];
  const surgery = await createGroup(db, { name: 'Chirurgie', members: many });
  const electricians = await createGroup(db, { name: 'Elektrik', members: few });
  const list = await createMailingList(db, { groups: [{ id: surgery.id, stopLimit: 2 }, { id: electricians.id }] });
  const { createEventType } = await auditor.run(
    'mutation ($input: CreateEventTypeInput!) { createEventType(input: $input) { _id id } }',
    { input: { name: `Stromausfall ${list.id}`, identifier: `strom_${list.id}`, mailingLists: [String(list.id)] } },
  );
  return { type: Number(createEventType._id), surgery, electricians, many, few };
}

async function createEventTypeFor(people: number[]): Promise<number> {
  const list = await createMailingList(db, { people });
  return (await createEventType(db, { lists: [list.id] })).id;
}

async function alarm(type: number, mode: 'EXERCISE' | 'LIVE') {
  const { createActivation } = await manager.run(
    'mutation ($input: CreateActivationInput!) { createActivation(input: $input) { _id event { _id } } }',
    { input: { eventType: String(type), mode, title: 'Stromausfall', content: 'Bitte kommen Sie.' } },
  );
  const id = String(createActivation._id);
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }', {
    id,
    key: `evidence-${id}`,
  });
  await settle(server.app);
  const messages = await db.selectFrom('messages').select('id').where('reportId', '=', createActivation._id).execute();
  for (const message of messages) await deliver(db, message.id);
  const { rows } = await sql<{ id: number; personId: number }>`
    select id, person_id from message_recipients where report_id = ${createActivation._id} and status = 'sent' order by id`.execute(
    db,
  );
  const answer = (recipient: number, option: string) =>
    manager.run('mutation ($r: ID!, $o: String!) { recordAnswer(recipient: $r, option: $o) { id } }', {
      r: String(recipient),
      o: option,
    });
  return { event: createActivation.event._id as number, recipients: rows, answer };
}

const figures = `people asked reserve waiting unreachable notAsked positive negative neutral none
  handedOver delivered read answered reached`;
const look = async (type: number, client = auditor) =>
  (
    await client.run(
      `query ($type: ID!) { evidencePack(eventType: $type) {
        name people drilled hidesPersons lastTestAt intervalDays lists
        functions { group needed members usable }
        tests { event mode isUnannounced figures { ${figures} } groups { group people reached positive none } }
        revisions { kind name by action }
        persons { person leaver drilledIn } findings { key name count }
      } }`,
      { type: String(type) },
    )
  ).evidencePack;

/** Keeps the byte order mark, unlike `Response.text`. */
async function download(address: string, { token }: TestClient): Promise<string> {
  const response = await fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}

const verify = async (text: string, key = publicKeyOf(server.app.secrets.seal)) => {
  const [file, pem] = [path.join(folder, 'evidence.csv'), path.join(folder, 'key.pem')];
  await writeFile(file, text);
  await writeFile(pem, key);
  return new Promise<{ code: number; out: string }>((resolve) => {
    execFile(process.execPath, ['docs/verify-evidence.mjs', file, pem], (error, out) =>
      resolve({ code: error ? Number(error.code) : 0, out }),
    );
  });
};

test('a plan without a test shows its functions, deputies, leavers and findings', async () => {
  const { type } = await createPlan();
  const pack = await look(type);
  assert.partialDeepStrictEqual(pack, {
    ...{ people: 9, drilled: 0, lastTestAt: null, intervalDays: 365, tests: [], persons: null },
    functions: [
      { group: 'Chirurgie', needed: 2, members: 6, usable: 6 },
      { group: 'Elektrik', needed: null, members: 3, usable: 1 },
    ],
  });
  const findings = pack.findings.map(({ key, name, count }: Record<string, unknown>) => [key, name, count]);
  for (const finding of [
    ['never_tested', null, 0],
    ['no_deputy', 'Elektrik', 1],
    ['leavers', null, 2],
    ['not_drilled', null, 9],
  ])
    assert.ok(
      findings.some((one: unknown[]) => JSON.stringify(one) === JSON.stringify(finding)),
      JSON.stringify(findings),
    );
  const { userId } = auditor;
  const { firstName, lastName } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  assert.partialDeepStrictEqual(pack.revisions[0], {
    kind: 'EventType',
    action: 'create',
    by: `${firstName} ${lastName}`,
  });
  await db.updateTable('eventTypes').set({ nameEn: 'Power cut' }).where('id', '=', type).execute();
  assert.equal((await loadRevisions(db, type, 'en'))[0]?.name, 'Power cut');
  assert.equal((await loadRevisions(db, type, 'de'))[0]?.name, pack.revisions[0].name);
  const { persons } = await look(type, withContacts);
  assert.deepEqual(
    persons
      .map(({ leaver }: { leaver: string | null }) => leaver)
      .filter(Boolean)
      .sort(),
    ['inactive', 'no_address'],
  );
});

test('tests have the figures of the after-action review, small groups no answers, and people only a month', async () => {
  const { type, few } = await createPlan();
  const { event, recipients, answer } = await alarm(type, 'EXERCISE');
  const electrician = recipients.find(({ personId }) => personId === few[0])!;
  const surgeon = recipients.find(({ personId }) => personId !== few[0])!;
  await answer(electrician.id, '1');
  await answer(surgeon.id, '2');
  const pack = await look(type, withContacts);
  const { afterAction } = await manager.run(
    `query ($event: ID!) { afterAction(event: $event) { alarms { figures { ${figures} } } } }`,
    { event: String(event) },
  );
  assert.deepEqual(
    pack.tests.map(({ groups: _, ...shown }: { groups: unknown }) => shown),
    [{ event, mode: 'EXERCISE', isUnannounced: false, figures: afterAction.alarms[0].figures }],
  );
  assert.ok(!JSON.stringify(pack.tests[0].groups).includes('Elektrik'), 'for readers who see no answers of people');
  const months = (found: typeof pack) =>
    found.persons.map(({ drilledIn }: { drilledIn: string | null }) => drilledIn).filter(Boolean);
  assert.deepEqual([pack.hidesPersons, pack.drilled, months(pack)], [true, 2, []]);
  await sql`insert into works_council_changes (is_on, reason) values (false, 'Probe')`.execute(db);
  const evaluated = await look(type, withContacts);
  await sql`delete from works_council_changes`.execute(db);
  assert.partialDeepStrictEqual(
    evaluated.tests[0].groups.find(({ group }: { group: string }) => group === 'Elektrik'),
    { people: 1, reached: 1, positive: null, none: null },
  );
  const month = new Date().toISOString().slice(0, 4);
  const drilled = evaluated.persons.filter(({ drilledIn }: { drilledIn: string | null }) => drilledIn);
  assert.deepEqual(drilled.map(({ person }: { person: number }) => person).sort(), [few[0], surgeon.personId].sort());
  for (const { drilledIn } of drilled) assert.match(drilledIn, new RegExp(`^(${month}|${Number(month) + 1})-\\d\\d$`));
  assert.equal(pack.drilled, 2);
  assert.ok(!pack.findings.some(({ key }: { key: string }) => key === 'never_tested'));
});

test('after the event the evidence has the figures of the review, and none of fewer than five people', async () => {
  const { type, few } = await createPlan();
  const { event, recipients, answer } = await alarm(type, 'EXERCISE');
  await answer(recipients.find(({ personId }) => personId === few[0])!.id, '1');
  const small = await createEventTypeFor(few);
  const { event: second, recipients: asked, answer: answerSecond } = await alarm(small, 'EXERCISE');
  await answerSecond(asked[0]!.id, '1');
  for (const id of [event, second]) {
    await manager.run(`mutation { finishEvent(id: ${id}) { id } }`);
    await sql`update events set finished_at = clock_timestamp() - interval '25 hours' where id = ${id}`.execute(db);
  }
  const { afterAction } = await manager.run(
    `query ($event: ID!) { afterAction(event: $event) { alarms { figures { ${figures} } } groups { name people positive } } }`,
    { event: String(event) },
  );
  const [shown] = (await look(type)).tests;
  assert.deepEqual(shown.figures, afterAction.alarms[0].figures);
  assert.deepEqual(
    shown.groups.map(({ group, people, positive }: Record<string, unknown>) => ({ name: group, people, positive })),
    afterAction.groups,
  );
  assert.ok(!JSON.stringify(shown.groups).includes('Elektrik'), 'one person');
  const pack = await look(small);
  assert.deepEqual([pack.tests[0].figures, pack.tests[0].groups, pack.drilled], [null, [], null]);
  const text = await download(`/api/v2/event_types/${small}/evidence.csv`, auditor);
  assert.match(text, /\r\ntest;.*withheld;.*;{15}/);
  assert.deepEqual(await verify(text), { code: 0, out: 'whole \n' });
});

test('a second program verifies the file, and finds changes, a cut end and a foreign key', async () => {
  const { type } = await createPlan();
  const { recipients, answer } = await alarm(type, 'EXERCISE');
  await answer(recipients[0]!.id, '1');
  await alarm(type, 'LIVE');
  const address = `/api/v2/event_types/${type}/evidence.csv`;
  const text = await download(address, auditor);
  assert.doesNotMatch(text, /\r\nperson;/);
  const whole = await verify(text);
  assert.deepEqual(whole, { code: 0, out: 'whole \n' });
  const people = await download(address, withContacts);
  assert.equal(people.match(/\r\nperson;/g)?.length, 9);
  assert.equal((await verify(people)).code, 0);
  assert.equal((await get(server, address, manager.token)).status, 403);

  const found = async (changed: string) => {
    assert.notEqual(changed, text);
    const { code, out } = await verify(changed);
    assert.equal(code, 1, out);
    return out;
  };
  assert.match(await found(text.replace('EXERCISE', 'LIVE')), /was changed/);
  assert.match(
    await found(text.replace(/\r\ntest;.*/, '')),
    /lines instead of[\s\S]*tests instead of[\s\S]*total differs/,
  );
  assert.match(await found(text.slice(0, text.lastIndexOf('seal;'))), /the end may have been cut off/);
  assert.match(await found(text.slice(0, -40)), /cannot be read|does not fit/);
  const [test] = /\r\ntest;.*/.exec(text)!;
  const cells = test.split(';');
  cells[6] = String(Number(cells[6]) + 1);
  assert.match(await found(text.replace(test, cells.join(';'))), /do not add up/);
  const foreign = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const { code, out } = await verify(text, foreign);
  assert.equal(code, 1);
  assert.match(out, /the signature does not fit the key/);
});

test('the PDF prints the plan, its tests and the seal, and contains the signed file', async () => {
  const { type } = await createPlan();
  const { recipients, answer } = await alarm(type, 'EXERCISE');
  await answer(recipients[0]!.id, '1');
  const address = `${server.url}/api/v2/event_types/${type}/evidence.pdf`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${auditor.token}` } });
  assert.equal(response.headers.get('content-type'), 'application/pdf');
  const pdf = Buffer.from(await response.arrayBuffer());
  const { text } = readPdfTexts(pdf);
  for (const word of ['Nachweis eines Alarmplans', 'Stromausfall', 'Chirurgie', 'Übung', 'log-key.pem'])
    assert.ok(text.includes(word), word);
  const name = `nachweis-${type}.csv`;
  assert.ok(pdf.includes(name));
  const file = attachmentsOf(pdf).find((content) => content.includes('meldekette') || content.includes('signature'))!;
  assert.deepEqual(await verify(file), { code: 0, out: 'whole \n' });
  const [, hash] = /""file"":""([0-9a-f]{64})""/.exec(file)!;
  assert.ok(text.replaceAll(/\s/g, '').includes(hash!), 'the printed hash is the one of the file');
  assert.equal((await get(server, `/api/v2/event_types/${type}/evidence.pdf`, manager.token)).status, 403);
});

/** The files within a PDF. */
function attachmentsOf(pdf: Buffer): string[] {
  const source = pdf.toString('latin1');
  return [...source.matchAll(/\/Type \/EmbeddedFile[\s\S]*?stream\r?\n/g)].map(({ 0: head, index }) => {
    const length = Number(/\/Length (\d+)/.exec(head)![1]);
    const bytes = pdf.subarray(index + head.length, index + head.length + length);
    return (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('utf8');
  });
}
