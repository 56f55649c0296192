import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { createChannel } from '#testing/messages.ts';
import { takeMail } from '#testing/rest.ts';
import { type Answer, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;

before(async () => {
  server = await startTestServer();
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const data = 'personData { keyField { identifier } valueStr valueInt }';
const create = (input: Record<string, unknown>, fields = `_id version firstName lastName title isCrisis ${data}`) =>
  manager.send(`mutation ($i: CreatePersonInput!) { createPerson(input: $i) { ${fields} } }`, { i: input });
const update = (input: Record<string, unknown>, fields = `version ${data}`) =>
  manager.send(`mutation ($i: UpdatePersonInput!) { updatePerson(input: $i) { ${fields} } }`, { i: input });
const fieldsOf = (answer: Answer) => answer.errors?.[0]?.extensions.fields;
const values = (person: { personData: { keyField: { identifier: string }; valueStr: string; valueInt: number }[] }) =>
  Object.fromEntries(
    person.personData.map(({ keyField, valueStr, valueInt }) => [keyField.identifier, valueStr ?? valueInt]),
  );

/** A temporary type of contact data. */
async function withType(type: { identifier: string; fieldType: string; isRequired?: boolean; options?: unknown }) {
  const { id } = await server.app.db
    .insertInto('personDataTypes')
    .values({ name: type.identifier, sortOrder: 900, ...type, options: JSON.stringify(type.options ?? null) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const remove = async () => {
    await server.app.db.deleteFrom('personData').where('keyFieldId', '=', id).execute();
    await server.app.db.deleteFrom('personDataTypes').where('id', '=', id).execute();
  };
  return { id: String(id), remove };
}

test('creates a person with normalized contact data and group memberships', async () => {
  const first = await createGroup(server.app.db, { members: [(await createPerson(server.app.db)).id] });
  const second = await createGroup(server.app.db);
  const answer = await create(
    {
      firstName: ' Anna ',
      lastName: 'Weiß',
      title: 'Dr.',
      isCrisis: true,
      groups: [String(first.id), `/api/v2/groups/${second.id}`],
      personData: [
        { keyField: '1', valueStr: 'Anna.Weiss@Klinik.example' },
        { keyField: '/api/v2/person_data_types/5', valueStr: '0151 23456789' },
        { keyField: '15', valueStr: '' },
      ],
    },
    `_id firstName lastName title isCrisis isActive version ${data} personGroup { edges { node { sortOrder group { _id } } } }`,
  );
  const { _id, personData, personGroup, ...person } = answer.data.createPerson;
  assert.deepEqual(person, {
    firstName: 'Anna',
    lastName: 'Weiß',
    title: 'Dr.',
    isCrisis: true,
    isActive: true,
    version: 1,
  });
  assert.deepEqual(values({ personData }), {
    email_business: 'Anna.Weiss@klinik.example',
    mobile_business: '+4915123456789',
  });
  const places = personGroup.edges.map(({ node }: { node: { sortOrder: number; group: { _id: number } } }) => [
    node.group._id,
    node.sortOrder,
  ]);
  assert.deepEqual(
    places.sort(),
    [
      [first.id, 1],
      [second.id, 0],
    ].sort(),
  );
});

test('reports all errors at once, by field', async () => {
  const required = await withType({ identifier: 'badge', fieldType: 'number', isRequired: true });
  const shift = await withType({
    identifier: 'shift',
    fieldType: 'select',
    options: [{ value: 1, label: 'Früh' }],
  });
  const off = await withType({ identifier: 'old', fieldType: 'text' });
  await server.app.db
    .updateTable('personDataTypes')
    .set({ isActive: false })
    .where('id', '=', Number(off.id))
    .execute();
  const answer = await create({
    firstName: '',
    lastName: 'x'.repeat(201),
    personData: [
      { keyField: '1', valueStr: 'keine adresse' },
      { keyField: '5', valueStr: '123' },
      { keyField: shift.id, valueInt: 7 },
      { keyField: off.id, valueStr: 'x' },
      { keyField: '99999', valueStr: 'x' },
      { keyField: '16', valueStr: 'a' },
      { keyField: '16', valueStr: 'b' },
    ],
  });
  assert.equal(answer.errors?.[0]?.message, 'error_invalid_input');
  assert.deepEqual(fieldsOf(answer), {
    firstName: 'error_required',
    lastName: 'error_too_long',
    'personData.email_business': 'error_invalid_email',
    'personData.mobile_business': 'error_invalid_phone',
    'personData.shift': 'error_unknown_choice',
    'personData.old': 'error_inactive',
    'personData.99999': 'error_not_found',
    'personData.department': 'error_invalid_input',
    'personData.badge': 'error_required',
  });
  const only = await create({ firstName: 'A', lastName: 'B' });
  assert.equal(only.errors?.[0]?.message, 'error_required', 'one fault is the message itself');
  const made = await create({
    firstName: 'A',
    lastName: 'B',
    personData: [
      { keyField: required.id, valueStr: '0' },
      { keyField: shift.id, valueStr: 'früh' },
    ],
  });
  assert.deepEqual(values(made.data.createPerson), { badge: 0, shift: 1 });
  const id = String(made.data.createPerson._id);
  const emptied = await update({ id, personData: [{ keyField: required.id }] });
  assert.deepEqual(fieldsOf(emptied), { 'personData.badge': 'error_required' });
  assert.deepEqual(values((await update({ id, personData: [{ keyField: shift.id }] })).data.updatePerson), {
    badge: 0,
  });
  for (const type of [required, shift, off]) await type.remove();
});

test('an update changes only the named fields; the version grows only with a change', async () => {
  const { id } = await createPerson(server.app.db, { email: 'a@x.example', mobile: '+4915123456789' });
  const changed = await update({
    id: String(id),
    version: 1,
    personData: [{ keyField: '1', valueStr: 'b@x.example' }],
  });
  assert.equal(changed.data.updatePerson.version, 2);
  assert.deepEqual(values(changed.data.updatePerson), {
    email_business: 'b@x.example',
    mobile_business: '+4915123456789',
  });
  assert.equal(
    (await update({ id: String(id), personData: [{ keyField: '1', valueStr: 'b@x.example' }] })).data.updatePerson
      .version,
    2,
  );
  const stale = await update({ id: String(id), version: 1, lastName: 'Anders' });
  assert.deepEqual(
    [stale.errors?.[0]?.message, stale.errors?.[0]?.extensions.code],
    ['error_changed_meanwhile', 'CONFLICT'],
  );
  const removed = await update({ id: String(id), version: 2, personData: [{ keyField: '5', valueStr: null }] });
  assert.deepEqual(values(removed.data.updatePerson), { email_business: 'b@x.example' });
});

test('data that breaks newer rules stays savable until it is edited', async () => {
  const { id } = await createPerson(server.app.db, { mobile: '0151 ALT' });
  const kept = await update({
    id: String(id),
    personData: [
      { keyField: '5', valueStr: '0151 ALT' },
      { keyField: '16', valueStr: 'Labor' },
    ],
  });
  assert.equal(values(kept.data.updatePerson)['mobile_business'], '0151 ALT');
  const touched = await update({ id: String(id), personData: [{ keyField: '5', valueStr: '0151 NEU' }] });
  assert.deepEqual(fieldsOf(touched), { 'personData.mobile_business': 'error_invalid_phone' });
});

test('one of two concurrent edits of a person is a conflict', async () => {
  const { id } = await createPerson(server.app.db);
  const answers = await Promise.all(
    ['Eins', 'Zwei'].map((lastName) => update({ id: String(id), version: 1, lastName }, 'lastName')),
  );
  assert.deepEqual(
    answers.flatMap((answer) => answer.errors?.[0]?.message ?? []),
    ['error_changed_meanwhile'],
  );
});

test('a deleted person is switched off and can be restored', async () => {
  const { id } = await createPerson(server.app.db);
  const gone = await manager.run(`mutation { deletePerson(id: ${id}) { isActive } }`);
  assert.equal(gone.deletePerson.isActive, false);
  assert.equal((await update({ id: String(id), isActive: true }, 'isActive')).data.updatePerson.isActive, true);
});

test('saving sends the registration mail with a link and resets the flag', async () => {
  const fields = '_id isEmailSent sendRegistrationMail';
  const mail = 'neu.person@example.org';
  const made = await create(
    {
      firstName: 'Neu',
      lastName: 'Person',
      sendRegistrationMail: true,
      personData: [{ keyField: '1', valueStr: mail }],
    },
    fields,
  );
  const { _id, ...flags } = made.data.createPerson;
  assert.deepEqual(flags, { isEmailSent: true, sendRegistrationMail: false });
  const german = await takeMail(server, mail);
  assert.match(german.text, /Guten Tag Neu Person/);
  assert.match(german.text, /\/p\/[\w-]{22}\n/);
  await update({ id: String(_id), sendRegistrationMail: true, personData: [{ keyField: '17', valueStr: 'en-GB' }] });
  assert.match((await takeMail(server, mail)).subject, /Your contact data/i);
  const without = await create({ firstName: 'Ohne', lastName: 'Mail', sendRegistrationMail: true });
  assert.deepEqual(fieldsOf(without), { sendRegistrationMail: 'error_person_no_email' });
});

test('a person shows its uses', async () => {
  const { id } = await createPerson(server.app.db);
  await createMailingList(server.app.db, { name: 'Presse', people: [id] });
  await createMailingList(server.app.db, { name: 'Aus', people: [id], isActive: false });
  const found = await manager.run(`{ person(id: ${id}) { mailingLists { totalCount edges { node { name } } } } }`);
  assert.deepEqual(found.person.mailingLists, { totalCount: 1, edges: [{ node: { name: 'Presse' } }] });
});

test('only contact editors find people without a usable channel', async () => {
  await createChannel(server.app.db, 'email');
  const [{ id: reached }, { id: silent }] = [
    await createPerson(server.app.db, { email: 'da@example.org' }),
    await createPerson(server.app.db, { email: null, mobile: '+4915112345678' }),
  ];
  const found = async (client: TestClient): Promise<number[]> =>
    (await client.run('{ people(first: 500, unreachable: true) { edges { node { _id } } } }')).people.edges.map(
      ({ node }: { node: { _id: number } }) => node._id,
    );
  const ids = await found(manager);
  assert.ok(ids.includes(silent) && !ids.includes(reached));
  assert.deepEqual(await found(await server.as('crisis_manager')), []);
});

test('only contact managers change people', async () => {
  const { id } = await createPerson(server.app.db);
  const calls = [
    'mutation { createPerson(input: { firstName: "x", lastName: "y" }) { _id } }',
    `mutation { updatePerson(input: { id: ${id}, lastName: "x" }) { _id } }`,
    `mutation { deletePerson(id: ${id}) { _id } }`,
    `mutation { erasePerson(id: ${id}) }`,
    `{ exportPerson(id: ${id}) }`,
  ];
  const others = [
    await server.as('editor'),
    await server.as('mailing_list_manager', 'crisis_manager', 'documentation_officer', 'administrator', 'system_owner'),
  ];
  for (const call of calls) {
    for (const other of others) assert.equal((await other.send(call)).errors?.[0]?.extensions.code, 'FORBIDDEN', call);
    assert.equal((await (await server.client()).send(call)).errors?.[0]?.extensions.code, 'UNAUTHENTICATED', call);
  }
});
