import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import parsePhoneNumber from 'libphonenumber-js/max';
import { addressOf } from '#server/api/contact-address.ts';
import { seed } from '#server/program/seed/seed.ts';
import { fillPlaceholders, openPlaceholders } from '#shared/placeholders.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { content } from './content.ts';

const { exercises, pastEvents } = content;

let server: TestServer;
let crisisManager: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web', DEMO_DATA: '1' });
  crisisManager = await server.as(
    'crisis_manager',
    'contact_manager',
    'documentation_officer',
    'editor',
    'administrator',
  );
});
after(() => server.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
const nodes = (connection: any): any[] => connection.edges.map((edge: { node: unknown }) => edge.node);

test('an installation with demo data is called a test', async () => {
  // without settings while a busy database answers late
  const status = await until(async () => {
    const answer = await fetch(`${server.url}/api/status`);
    const read = (await answer.json()) as { database: boolean; serverType: string };
    return read.database && read;
  });
  assert.equal(status.serverType, 'test');
});

test('the demo hospital has about 120 people with reserved addresses', async () => {
  const { people } = await crisisManager.run(
    '{ people(first: 500) { totalCount edges { node { lastName isActive personData { valueStr keyField { fieldType } } } } } }',
  );
  assert.ok(people.totalCount >= 110 && people.totalCount <= 140, `${people.totalCount} people`);
  assert.ok(nodes(people).some(({ isActive }) => !isActive));
  for (const { lastName, personData } of nodes(people)) {
    for (const { valueStr, keyField } of personData) {
      if (keyField.fieldType === 'email') assert.match(valueStr, /^[a-z.]+@[a-z-]+\.example$/, lastName);
      if (!keyField.fieldType.startsWith('phone')) continue;
      assert.match(valueStr, /^\+49(171392|176040690|6990009)/, lastName);
      assert.equal(parsePhoneNumber(valueStr)?.country, 'DE', valueStr);
      assert.equal(addressOf(keyField.fieldType, valueStr, 'DE')?.norm, valueStr);
    }
  }
});

test('groups have three levels, and the crisis team is marked', async () => {
  const { groups } = await crisisManager.run(`{ groups(existsParentGroup: false, isActive: true) { edges { node {
    name personTotal hasCrisis children { edges { node { name children { edges { node { name personGroup { totalCount } } } } } } } } } } }`);
  const staff = nodes(groups).find(({ name }) => name === 'Krisenstab');
  assert.ok(staff.hasCrisis && staff.personTotal >= 25);
  const functions = nodes(nodes(staff.children).find(({ name }) => name === 'Stabsfunktionen').children);
  assert.deepEqual(
    functions.map(({ name }) => name.slice(0, 2)),
    ['S1', 'S2', 'S3', 'S4', 'S5', 'S6'],
  );
  for (const { name, personGroup } of functions) assert.ok(personGroup.totalCount >= 2, name);
});

test('an activation of every event type can be sent as prefilled', async () => {
  const { eventTypes } = await crisisManager.run(
    '{ eventTypes { totalCount edges { node { id name icon { contentUrl } } } } }',
  );
  assert.equal(eventTypes.totalCount, 7, 'six of the hospital, and the one for anything else');
  for (const type of nodes(eventTypes)) {
    assert.ok(type.icon, type.name);
    const { createActivation: report } = await crisisManager.run(
      `mutation ($type: ID!) { createActivation(input: { eventType: $type, mode: EXERCISE }) { id title content placeholders messages { edges { node {
        id title content requestAnswer messageLists { totalCount } } } } } }`,
      { type: type.id },
    );
    assert.deepEqual(openPlaceholders(report.content, report.placeholders), [], type.name);
    const text = fillPlaceholders(report.content, report.placeholders);
    assert.ok(text.length > 20 && text.length < 320, `${type.name}: ${text.length}`);
    assert.match(text, /^[\w\s.,:;()/!?ÄÖÜäöüß-]+$/, `${type.name}: fits an SMS without the wide alphabet`);
    const messages = nodes(report.messages);
    assert.equal(messages.length, 1);
    const { preflight } = await crisisManager.run(
      'query ($id: ID!) { preflight(message: $id) { recipients blockers unreachable { reason } limits { feasible } } }',
      { id: messages[0].id },
    );
    assert.deepEqual(preflight.blockers, [], type.name);
    assert.ok(preflight.recipients >= 15, `${type.name}: ${preflight.recipients} recipients`);
    assert.ok(
      preflight.limits.length >= 6 && preflight.limits.every(({ feasible }: { feasible: boolean }) => feasible),
      type.name,
    );
  }
});

test('staff information is also prefilled', async () => {
  const { eventTypes } = await crisisManager.run('{ eventTypes { edges { node { id name } } } }');
  for (const type of nodes(eventTypes)) {
    const { createCommunication: report } = await crisisManager.run(
      'mutation ($type: ID!) { createCommunication(input: { eventType: $type, mode: EXERCISE }) { content placeholders } }',
      { type: type.id },
    );
    assert.match(report.content, /^Guten Tag/, type.name);
    assert.deepEqual(openPlaceholders(report.content, report.placeholders), [], type.name);
  }
});

const wholeEvent = `query ($id: ID!) { event(id: $id) { name isRunning mode eventStatus { identifier } logIntact
  log(first: 500) { totalCount edges { node { at kind } } } situationReports { totalCount }
  reports { edges { node { title personAccess answers { positive negative neutral none late limits { needed reached contacted } }
    messages { edges { node { status percentageStatus cost messageResult { total sent delivered failed suppressed skipped pending } } } } } } } } }`;

test('past events show messages, answers, situation reports and an intact log', async () => {
  const listed = nodes((await crisisManager.run('{ events(first: 100) { edges { node { id name } } } }')).events);
  const demo = [...pastEvents, ...exercises];
  const staged = listed.filter(({ name }) => demo.some((event) => event.name === name));
  assert.equal(staged.length, demo.length);
  const found = await Promise.all(
    staged.map(({ id }) => crisisManager.run(wholeEvent, { id }).then(({ event }) => event)),
  );
  for (const event of found) {
    const { state, reports } = demo.find(({ name }) => name === event.name)!;
    assert.equal(event.logIntact, true, event.name);
    assert.equal(event.isRunning, state === 'running');
    assert.ok(event.log.totalCount > 15, `${event.name}: ${event.log.totalCount} entries`);
    const moments = nodes(event.log).map(({ at }) => Date.parse(at));
    assert.ok(
      moments.every((moment, at) => at === 0 || moment <= moments[at - 1]!),
      'the newest entry first',
    );
    const sent = nodes(event.reports).filter(({ title }) => reports.some((report) => report.title === title));
    assert.equal(sent.length, reports.length);
    for (const report of sent) {
      for (const message of nodes(report.messages)) {
        assert.equal(message.percentageStatus, 100, report.title);
        assert.equal(message.messageResult.pending, 0);
        assert.ok(['sent', 'sent_with_errors'].includes(message.status));
      }
      const { positive, limits } = report.answers;
      if (reports.find(({ title }) => title === report.title)!.type !== 'activation') continue;
      // functions of fewer than five people have no figures once the answers are closed
      const functions = report.personAccess === 'open' ? 6 : 0;
      assert.ok(positive >= 8 && limits.length >= functions, `${report.title}: ${positive} coming`);
      for (const { needed, reached, contacted } of limits) assert.ok(contacted >= reached && needed > 0);
    }
  }
});

test('the running exercise can be answered in the mailbox, and a draft exists', async () => {
  const mails = await server.app.db.selectFrom('exerciseMessages').selectAll().execute();
  assert.ok(mails.length > 30);
  for (const { text, subject } of mails) {
    assert.match(subject, /^ÜBUNG: /);
    assert.deepEqual(openPlaceholders(text, {}), []);
    assert.doesNotMatch(text, /\{\{/);
  }
  const draft = await server.app.db
    .selectFrom('messages')
    .select('id')
    .where('status', '=', 'draft')
    .where('title', '=', exercises.at(-1)!.draft!.title)
    .execute();
  assert.equal(draft.length, 1);
});

test('demo accounts allow no sign-in', async () => {
  const users = await server.app.db
    .selectFrom('users')
    .select(['isActive', 'passwordHash'])
    .where('email', 'like', '%@klinikum-musterstadt.example')
    .execute();
  assert.equal(users.length, 5);
  for (const { isActive, passwordHash } of users) assert.deepEqual([isActive, passwordHash], [false, null]);
});

test('a database with people or events stays unchanged', async () => {
  const count = () =>
    server.app.db
      .selectFrom('people')
      .select((eb) => eb.fn.countAll().as('n'))
      .executeTakeFirst();
  const before = await count();
  await seed(server.app, { demo: true });
  assert.deepEqual(await count(), before);
});

test('each moment has a person on duty, one takes a week of another, and a list calls them', async () => {
  const { mailingLists } = await crisisManager.run(
    '{ mailingLists(first: 50) { edges { node { id name listGroup { edges { node { onDuty group { id name } } } } } } } }',
  );
  const list = nodes(mailingLists).find(({ name }) => name === 'Rufbereitschaft');
  const groups = nodes(list.listGroup).map(({ onDuty, group }) => {
    assert.ok(onDuty, group.name);
    return group;
  });
  assert.equal(groups.length, 3);
  const day = 86_400_000;
  let substituted = 0;
  for (const { id, name } of groups) {
    const span = [new Date(), new Date(Date.now() + 21 * day)].map((moment) => moment.toISOString());
    const { group } = await crisisManager.run(
      `query ($id: ID!, $from: DateTime!, $until: DateTime!) { group(id: $id) { roster {
        within(from: $from, until: $until) { gaps { from } turns { from until person { lastName } planned { lastName } } } } } }`,
      { id, from: span[0], until: span[1] },
    );
    const { turns, gaps } = group.roster.within;
    assert.deepEqual(gaps, [], name);
    assert.ok(turns.length >= 3, name);
    for (const [at, { until }] of turns.slice(0, -1).entries()) assert.equal(turns[at + 1].from, until, name);
    substituted += turns.filter(
      ({ person, planned }: { person: { lastName: string }; planned: { lastName: string } }) =>
        person.lastName !== planned.lastName,
    ).length;
  }
  assert.equal(substituted, 1);
});
