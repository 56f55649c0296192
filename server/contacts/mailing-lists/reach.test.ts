import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let crisis: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('mailing_list_manager');
  crisis = await server.as('crisis_manager');
});
after(() => server.stop());

const fields = `total reached inactive channels { channelType { identifier } reached }
  limits { group { _id } needed available feasible }
  people { person { _id } via priority isReached channels { channelType { identifier } targetAddress reason } }`;

interface Reached {
  person: { _id: number };
  via: string[];
  priority: boolean;
  isReached: boolean;
  channels: { channelType: { identifier: string }; targetAddress: string; reason: string | null }[];
}

const reach = async (list: number, args = '', client = manager) =>
  (await client.run(`{ mailingListReach(list: ${list}${args}) { ${fields} } }`)).mailingListReach;
const ofPerson = (found: { people: Reached[] }, id: number) => found.people.find(({ person }) => person._id === id)!;

test('names all people of a list with path, address or reason per channel type', async () => {
  const mail = await createPerson(db, { email: 'nur@mail.example' });
  const both = await createPerson(db, { email: 'beide@mail.example', mobile: '+4915123456701' });
  const shared = await createPerson(db, { email: 'dritte@mail.example', mobile: '+4915123456701' });
  const none = await createPerson(db, { email: null });
  const inactive = await createPerson(db, { isActive: false });
  const away = await createPerson(db, { optedOut: true, isCrisis: true });
  const group = await createGroup(db, { name: 'Stab', members: [both.id, none.id], priority: [both.id] });
  const deep = await createGroup(db, { name: 'S3', parentGroupId: group.id, members: [mail.id, away.id] });
  const off = await createGroup(db, { name: 'Aufgelöst', members: [shared.id], isActive: false });
  const list = await createMailingList(db, {
    name: 'Alarm',
    people: [shared.id, inactive.id],
    groups: [{ id: group.id, stopLimit: 4 }, { id: off.id }],
  });
  await createMailingList(db, { name: 'Leitung', parentListId: list.id, people: [both.id] });
  const found = await reach(list.id);
  assert.deepEqual([found.total, found.reached, found.inactive], [6, 4, ['Aufgelöst']]);
  assert.deepEqual(
    found.channels.map(
      ({ channelType, reached }: Reached & { reached: number; channelType: { identifier: string } }) => [
        channelType.identifier,
        reached,
      ],
    ),
    [
      ['email', 4],
      ['sms', 1],
    ],
  );
  assert.deepEqual(found.limits, [{ group: { _id: group.id }, needed: 4, available: 3, feasible: false }]);
  assert.deepEqual(ofPerson(found, both.id).via, ['Alarm › Stab', 'Alarm › Leitung']);
  assert.equal(ofPerson(found, both.id).priority, true);
  assert.deepEqual(ofPerson(found, mail.id).via, [`Alarm › Stab › ${deep.name}`]);
  const reasons = (id: number) => ofPerson(found, id).channels.map(({ reason }) => reason);
  assert.deepEqual(reasons(shared.id), [null, 'duplicate'], 'the phone they share rings once, for who has priority');
  assert.deepEqual(reasons(none.id), ['no_address', 'no_address']);
  assert.deepEqual(reasons(inactive.id), ['inactive', 'inactive']);
  assert.deepEqual(reasons(away.id), [null, 'no_address'], 'an alarm reaches the crisis team');
  const calm = await reach(list.id, ', alarm: false, channelTypes: ["sms"]');
  assert.deepEqual(ofPerson(calm, away.id).channels, [
    { channelType: { identifier: 'sms' }, targetAddress: '', reason: 'opted_out' },
  ]);
  const unreached = await manager.run(
    `{ mailingListReach(list: ${list.id}) { people(first: 10, isReached: false) { person { _id } } } }`,
  );
  assert.deepEqual(
    unreached.mailingListReach.people.map(({ person }: Reached) => person._id).sort(),
    [none.id, inactive.id].sort(),
  );
});

test('masks private addresses for users without the right to edit contacts', async () => {
  const person = await createPerson(db, { email: null });
  await db
    .insertInto('personData')
    .values({ personId: person.id, keyFieldId: 2, valueStr: 'privat@example.org' })
    .execute();
  const list = await createMailingList(db, { people: [person.id] });
  const address = async (client: TestClient) =>
    (await reach(list.id, ', channelTypes: ["email"]', client)).people[0].channels[0].targetAddress;
  assert.equal(await address(manager), 'p•••@example.org');
  assert.equal(await address(await server.as('contact_manager')), 'privat@example.org');
});

test('refuses unresolvable recipients', async () => {
  const list = await createMailingList(db);
  const refused = async (args: string) => (await manager.send(`{ mailingListReach(${args}) { total } }`)).errors?.[0];
  assert.equal((await refused('list: 999999'))?.message, 'error_not_found');
  assert.equal(
    (await refused(`list: ${list.id}, channelTypes: ["webfeed"]`))?.extensions.fields?.['channelTypes'],
    'error_invalid_input',
  );
  const empty = await reach(list.id);
  assert.deepEqual([empty.total, empty.reached, empty.people], [0, 0, []]);
});

test('takes the same number of statements for any size of the list', async () => {
  const count = (list: number) => fewestStatements(server, () => reach(list));
  const made = async (size: number) => {
    const people = await Promise.all(Array.from({ length: size }, () => createPerson(db)));
    const ids = people.map(({ id }) => id);
    const groups = await Promise.all([1, 2].slice(0, size).map(() => createGroup(db, { members: ids })));
    return createMailingList(db, { people: ids, groups: groups.map(({ id }) => ({ id, stopLimit: 1 })) });
  };
  assert.equal(await count((await made(30)).id), await count((await made(1)).id));
});

/** Contact data of all kinds and paths. */
const worlds = fc.record({
  people: fc.array(
    fc.record({
      mobile: fc.option(fc.integer({ min: 0, max: 4 })),
      isActive: fc.boolean(),
      optedOut: fc.boolean(),
      isCrisis: fc.boolean(),
    }),
    { minLength: 3, maxLength: 6 },
  ),
  groups: fc.array(
    fc.record({
      members: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
      below: fc.boolean(),
      isActive: fc.boolean(),
      stopLimit: fc.option(fc.integer({ min: 1, max: 3 })),
    }),
    { minLength: 2, maxLength: 3 },
  ),
  direct: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
  child: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
});

async function build(world: typeof worlds extends fc.Arbitrary<infer T> ? T : never, run: number): Promise<number> {
  const people: { id: number }[] = [];
  for (const { mobile, ...flags } of world.people) {
    const number = mobile === null ? null : `+49151${String(run).padStart(4, '0')}000${mobile}`;
    people.push(await createPerson(db, { ...flags, email: null, mobile: number }));
  }
  const groups: { id: number; stopLimit?: number }[] = [];
  for (const { members, below, isActive, stopLimit } of world.groups) {
    const ids = members.map((at) => people[at]!.id);
    const parent = below && groups.length ? { parentGroupId: groups.at(-1)!.id } : {};
    const group = await createGroup(db, { members: ids, isActive, ...parent, priority: ids.slice(0, 1) });
    groups.push({ id: group.id, ...(stopLimit === null ? {} : { stopLimit }) });
  }
  const list = await createMailingList(db, { people: world.direct.map((at) => people[at]!.id), groups });
  await createMailingList(db, { parentListId: list.id, people: world.child.map((at) => people[at]!.id) });
  return list.id;
}

test('preview, preflight and frozen recipients agree for any list', async () => {
  const channel = await createChannel(db, 'sms');
  let run = 0;
  let launched = 0;
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const list = await build(world, ++run);
      const event = await createEvent(db, { mode: 'EXERCISE' });
      const report = await createReport(db, { eventId: event.id });
      const draft = { reportId: report.id, channelId: channel.id, requestAnswer: true, lists: [list] };
      const message = await createDraft(db, draft);
      const preview = await reach(list, ', channelTypes: ["sms"]');
      const { preflight } = await crisis.run(
        `{ preflight(message: ${message.id}) { recipients people { person { _id } via } limits { group { _id } needed available feasible } } }`,
      );
      const sms = (preview.people as Reached[]).map((one) => ({ ...one, reason: one.channels[0]!.reason }));
      const reached = sms.filter(({ reason }) => reason === null);
      assert.equal(preview.channels[0].reached, preflight.recipients);
      const sorted = (rows: { person: { _id: number }; via: string[] }[]) =>
        rows.map(({ person, via }) => ({ id: person._id, via })).sort((a, b) => a.id - b.id);
      assert.deepEqual(sorted(reached), sorted(preflight.people));
      assert.deepEqual(preview.limits, preflight.limits);
      if (!preflight.recipients) return;
      launched++;
      await crisis.run(`mutation { sendMessage(id: ${message.id}, launchKey: "agreement-${run}") { _id } }`);
      const frozen = await db
        .selectFrom('messageRecipients')
        .select(['personId', 'targetAddress', 'status', 'statusReason', 'via'])
        .where('messageId', '=', message.id)
        .execute();
      const expected = sms.map(({ person, via, reason, channels }) => ({
        personId: person._id,
        via,
        reason,
        targetAddress: channels[0]!.targetAddress,
      }));
      const actual = frozen.map(({ personId, via, status, statusReason, targetAddress }) => ({
        personId: personId!,
        via,
        reason: status === 'suppressed' ? statusReason : null,
        targetAddress,
      }));
      const byPerson = (a: { personId: number }, b: { personId: number }) => a.personId - b.personId;
      assert.deepEqual(actual.sort(byPerson), expected.sort(byPerson));
    }),
    { numRuns: 25 },
  );
  assert.ok(launched > 5, `only ${launched} lists reached somebody`);
});
