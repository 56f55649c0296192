import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  createShift,
} from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { scrubErased } from './scrub.ts';

let server: TestServer;
let db: Db;
let contacts: TestClient;
let crisis: TestClient;

before(async () => {
  server = await startTestServer();
  db = server.app.db;
  contacts = await server.as('contact_manager');
  crisis = await server.as('crisis_manager');
  await db.updateTable('systemSettings').set({ valueStr: '0' }).where('valueKey', '=', 'undo_seconds').execute();
});
after(() => server.stop());

const name = 'Quittenbaum';
const email = 'quittenbaum@privat.example';
const mobile = '+4915150505050';

/** Tables of program and job queue that contain a text. */
async function whereFound(...texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables where schemaname in ('public', 'pgboss')`.execute(db);
  const found: string[] = [];
  for (const table of rows) {
    const wanted = texts.map((text) => `%${text}%`);
    const hit = await sql`
      select 1 from ${sql.table(`${table.schema}.${table.name}`)} t where t::text ilike any(${wanted}) limit 1`.execute(
      db,
    );
    if (hit.rows.length) found.push(table.name);
  }
  return found;
}

/** A person with all possible data. */
async function fullPerson() {
  const made = await contacts.run('mutation ($i: CreatePersonInput!) { createPerson(input: $i) { _id } }', {
    i: {
      firstName: 'Kunigunde',
      lastName: name,
      sendRegistrationMail: true,
      personData: [
        { keyField: '1', valueStr: email },
        { keyField: '5', valueStr: mobile },
      ],
      groups: [String((await createGroup(db, { name: 'Stab' })).id)],
    },
  });
  const id: number = made.createPerson._id;
  const other = await createPerson(db);
  await createMailingList(db, { name: 'Presse', people: [id] });
  await contacts.run(`{ searchPeople(search: "${name} Kuni") { totalCount } }`);
  for (const part of [name.slice(0, 5), `${name} K`, name.slice(2), `kuni ${name.slice(0, 4)}`, mobile.slice(3, 9)])
    await contacts.run('query ($part: String!) { searchPeople(search: $part) { totalCount } }', { part });
  await contacts.run('{ searchPeople(search: "Bergwacht") { totalCount } }');
  const event = await createEvent(db, { name: 'Probealarm', mode: 'EXERCISE' });
  const report = await createReport(db, { eventId: event.id });
  const channel = await createChannel(db, 'email');
  const draft = { channelId: channel.id, reportId: report.id, requestAnswer: true, people: [id, other.id] };
  const message = await createDraft(db, { ...draft, content: 'Hallo {{ person.firstName }} {{ person.lastName }}' });
  await crisis.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "launch-of-this-test") { _id } }', {
    id: String(message.id),
  });
  const mail = await until(async () => {
    const box = await crisis.run(`{ exerciseMessages(person: ${id}) { edges { node { _id message { _id } } } } }`);
    return box.exerciseMessages.edges.find(({ node }: { node: { message: unknown } }) => node.message)?.node;
  });
  await crisis.run(
    `mutation { answerExerciseMessage(id: ${mail._id}, option: "1", minutes: 5, text: "Grüße, ${name}") { _id } }`,
  );
  const { id: recipientId } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', message.id)
    .where('personId', '=', id)
    .executeTakeFirstOrThrow();
  const reply = { channelId: channel.id, at: new Date(), text: `Hier ist ${name}` };
  await db
    .insertInto('replies')
    .values([
      { ...reply, externalId: 'unclear', fromAddress: mobile, sortedAt: new Date() },
      { ...reply, externalId: 'clear', fromAddress: 'anderswo', recipientId, sortedAt: new Date() },
    ])
    .execute();
  return { id, report: report.id, message: message.id, event: event.id };
}

test('erasing removes all personal data everywhere; counts, answers and the log remain', async () => {
  const { id, report, message, event } = await fullPerson();
  await takeMail(server, email);
  const seen = () =>
    crisis.run(`{
      message(id: ${message}) { status percentageStatus messageResult { total pending sent failed suppressed }
        messageRecipients { totalCount } }
      report(id: ${report}) { answers { positive negative none } people { totalCount } }
      event(id: ${event}) { logIntact log { totalCount } } }`);
  await until(async () => ((await seen()).message.status === 'sent' ? true : undefined));
  const before = await seen();
  assert.equal(before.report.answers.positive, 1);
  const logTexts = async () =>
    JSON.stringify(await crisis.run(`{ event(id: ${event}) { log { edges { node { text } } } } }`));
  assert.ok((await logTexts()).includes(`Grüße, ${name}`), 'what was written with the answer stands in the log');
  const everywhere = await whereFound(name, email);
  assert.ok(['message_recipients', 'replies'].every((table) => everywhere.includes(table)));
  assert.equal((await contacts.run(`mutation { erasePerson(id: ${id}) }`)).erasePerson, true);
  assert.deepEqual(await seen(), before);
  assert.ok(!(await logTexts()).includes('Grüße'));
  assert.deepEqual(await whereFound(name, 'Kunigunde', email, mobile.slice(3)), []);
  assert.equal((await (await server.as('administrator')).run('{ auditIntact }')).auditIntact, true);
  const history = await contacts.run('{ currentUser { searchHistory } }');
  assert.deepEqual(history.currentUser.searchHistory, ['Bergwacht']);
  const gone = await contacts.run(`{ person(id: ${id}) { _id } people(isActive: false) { totalCount } }`);
  assert.deepEqual(gone, { person: null, people: { totalCount: 0 } });
  const again = await contacts.send(`mutation { updatePerson(input: { id: ${id}, isActive: true }) { _id } }`);
  assert.equal(again.errors?.[0]?.message, 'error_person_erased');
});

test('a turn of an erased substitute returns to its first owner and is not lost', async () => {
  const [planned, substitute] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [planned.id, substitute.id] });
  const shift = await createShift(db, { groupId: group.id, personId: planned.id, begins: -1, hours: 8 });
  await db.insertInto('shiftChanges').values({ shiftId: shift.id, turn: 0, substituteId: substitute.id }).execute();
  await contacts.run(`mutation { erasePerson(id: ${substitute.id}) }`);
  const { rows } = await sql`
    select person_id from turns_between(array[${group.id}::int], now(), now() + interval '1 minute')`.execute(db);
  assert.deepEqual(rows, [{ personId: planned.id }]);
});

test('the nightly cleaning removes data that a concurrent launch wrote about an erased person', async () => {
  const { id } = await createPerson(db);
  await contacts.run(`mutation { erasePerson(id: ${id}) }`);
  const message = await createDraft(db);
  await sql`insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm,
      lane, status, nonce) values (${message.id}, ${message.reportId}, ${message.channelId}, ${id}, 'spaet@x.example',
      'spaet@x.example', 'normal', 'sent', '\\x00')`.execute(db);
  await scrubErased(db);
  assert.deepEqual(await whereFound('spaet@x.example'), []);
});

test('erases no person while a message to them is being sent', async () => {
  const { id } = await createPerson(db);
  const message = await createDraft(db, { people: [id] });
  await db.updateTable('systemSettings').set({ valueStr: '60' }).where('valueKey', '=', 'undo_seconds').execute();
  const editor = await server.as('editor');
  const info = await createReport(db, { type: 'staff_information' });
  await db.updateTable('messages').set({ reportId: info.id }).where('id', '=', message.id).execute();
  await editor.run(`mutation { sendMessage(id: ${message.id}, launchKey: "another-launch-key") { status } }`);
  const refused = await contacts.send(`mutation { erasePerson(id: ${id}) }`);
  assert.equal(refused.errors?.[0]?.message, 'error_person_under_way');
  await editor.run(`mutation { stopMessage(id: ${message.id}) { status } }`);
  assert.equal((await contacts.run(`mutation { erasePerson(id: ${id}) }`)).erasePerson, true);
});

test('exports all stored data of a person', async () => {
  await db.updateTable('systemSettings').set({ valueStr: '0' }).where('valueKey', '=', 'undo_seconds').execute();
  await db.deleteFrom('launches').execute();
  const { id } = await fullPerson();
  const { exportPerson } = await contacts.run(`{ exportPerson(id: ${id}) }`);
  assert.equal(exportPerson.person.lastName, name);
  assert.deepEqual(
    exportPerson.personData.map(({ identifier, value }: { identifier: string; value: string }) => [identifier, value]),
    [
      ['email_business', email],
      ['mobile_business', mobile],
    ],
  );
  assert.deepEqual(exportPerson.groups, [{ name: 'Stab', sortOrder: 0, priorityAlert: false }]);
  assert.deepEqual(exportPerson.mailingLists, [{ name: 'Presse' }]);
  const [sent] = exportPerson.messages;
  assert.deepEqual([sent.event, sent.mode, sent.address, sent.channel], ['Probealarm', 'EXERCISE', email, 'email']);
  const [answer] = exportPerson.answers;
  assert.deepEqual([answer.option, answer.minutes, answer.text], ['Ich komme', 5, `Grüße, ${name}`]);
  const history = await (await server.as('editor')).run(
    `{ person(id: ${id}) { messageRecipients { totalCount edges { node { status response message { _id } } } } } }`,
  );
  assert.deepEqual(history.person.messageRecipients.totalCount, 1);
  assert.equal(history.person.messageRecipients.edges[0].node.response, 'Ich komme');
});
