import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const result = `recipients duplicatesRemoved blockers warnings unreachableCount unreachable { reason person { _id } }
  limits { group { _id } needed available feasible } cost { cost currency encoding parts recipients perRecipient }
  channels { channel { _id } people after }
  people { person { _id } channels { _id } targetAddresses via position later priority }`;
const one = `query ($id: ID!) { preflight(message: $id) { ${result} } }`;
const whole = `query ($id: ID!) { preflightReport(report: $id) { ${result} } }`;
const rows = async () =>
  (await server.app.database.pool.query('select count(*) as n from message_recipients')).rows[0].n;

test('a preflight lists recipients in order and the others with a reason, and stores nothing', async () => {
  const [a, b, c] = [
    await createPerson(db),
    await createPerson(db),
    await createPerson(db, { email: null, isCrisis: true }),
  ];
  const group = await createGroup(db, { name: 'Stab', members: [a.id, b.id, c.id], priority: [b.id] });
  const list = await createMailingList(db, { name: 'Alle', groups: [{ id: group.id, stopLimit: 3 }] });
  const { id } = await createDraft(db, { lists: [list.id], requestAnswer: true });
  const before = await rows();
  const { preflight } = await manager.run(one, { id: String(id) });
  assert.partialDeepStrictEqual(preflight, {
    recipients: 2,
    duplicatesRemoved: 0,
    blockers: [],
    unreachableCount: 1,
    warnings: ['warning_crisis_unreachable', 'warning_unreachable', 'warning_limit_infeasible'],
    unreachable: [{ reason: 'no_address', person: { _id: c.id } }],
    limits: [{ group: { _id: group.id }, needed: 3, available: 2, feasible: false }],
    cost: { cost: '0', recipients: 2 },
  });
  assert.partialDeepStrictEqual(preflight.people, [
    { person: { _id: b.id }, position: 1, later: false, priority: true, via: ['Alle › Stab'] },
    { person: { _id: a.id }, position: 2, later: false, priority: false },
  ]);
  assert.equal(await rows(), before);
});

test('shows people behind a stop limit as later, and names a limit that cannot be measured', async () => {
  const [a, b] = [await createPerson(db), await createPerson(db)];
  const group = await createGroup(db, { members: [a.id, b.id] });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const later = async (requestAnswer: boolean) => {
    const { id } = await createDraft(db, { lists: [list.id], requestAnswer });
    const { preflight } = await manager.run(one, { id: String(id) });
    return [preflight.people.map((row: { later: boolean }) => row.later), preflight.warnings];
  };
  assert.deepEqual(await later(true), [[false, true], ['warning_limit_unlikely']]);
  assert.deepEqual(await later(false), [[false, false], ['warning_limit_unmeasured']]);
});

test('warns of two channels of one type that both send', async () => {
  const { id: reportId } = await createReport(db);
  const people = [(await createPerson(db)).id];
  const warned = async () =>
    (await manager.run(whole, { id: String(reportId) })).preflightReport.warnings.includes('warning_same_type');
  for (const expected of [false, true]) {
    await createDraft(db, { reportId, channelId: (await createChannel(db, 'email')).id, people });
    assert.equal(await warned(), expected);
  }
});

test('warns of a text that a provider would refuse before sending', async () => {
  const settings = JSON.stringify({ provider: 'ayrshare', platforms: 'twitter, gmb' });
  const channel = await createChannel(db, 'social_media', { settings });
  const isTold = async (content: string) => {
    const { id } = await createDraft(db, { channelId: channel.id, content });
    return (await manager.run(one, { id: String(id) })).preflight.warnings.includes('warning_text_refused');
  };
  assert.deepEqual([await isTold('Wort '.repeat(200)), await isTold('Wort '.repeat(400))], [false, true]);
});

test('the preflight of a report merges its channels: each person once', async () => {
  const event = await createEvent(db, { mode: 'EXERCISE' });
  const report = await createReport(db, { eventId: event.id });
  const [mail, sms] = [await createChannel(db, 'email'), await createChannel(db, 'sms')];
  const both = await createPerson(db, { mobile: '+4915133333301' });
  const onlyMail = await createPerson(db);
  const nothing = await createPerson(db, { email: null });
  const people = [both.id, onlyMail.id, nothing.id];
  for (const channelId of [mail.id, sms.id]) await createDraft(db, { reportId: report.id, channelId, people });
  const { preflightReport } = await manager.run(whole, { id: String(report.id) });
  assert.partialDeepStrictEqual(preflightReport, {
    recipients: 2,
    blockers: [],
    warnings: ['warning_unreachable', 'warning_not_live'],
    unreachable: [{ reason: 'no_address', person: { _id: nothing.id } }],
    channels: [
      { channel: { _id: mail.id }, people: 2, after: 0 },
      { channel: { _id: sms.id }, people: 1, after: 20 },
    ],
    people: [
      { person: { _id: both.id }, channels: [{ _id: mail.id }, { _id: sms.id }] },
      { channels: [{ _id: mail.id }] },
    ],
  });
  await createDraft(db, {
    reportId: report.id,
    channelId: (await createChannel(db, 'voice')).id,
    people: [onlyMail.id],
  });
  const { preflightReport: more } = await manager.run(whole, { id: String(report.id) });
  assert.ok(more.warnings.includes('warning_channel_without_recipients'));
  assert.partialDeepStrictEqual(more.channels[2], { people: 0, after: 0 });
  const empty = await createReport(db);
  const none = await manager.run(whole, { id: String(empty.id) });
  assert.deepEqual(none.preflightReport.blockers, ['error_no_drafts']);
});

test('reports the same blockers as a launch', async () => {
  const { id } = await createDraft(db, { content: '{{ event.location }}' });
  const { preflight } = await manager.run(one, { id: String(id) });
  assert.deepEqual(preflight.blockers, ['error_open_placeholders', 'error_no_recipients']);
  const contacts = await server.as('contact_manager');
  assert.equal((await contacts.send(one, { id: String(id) })).errors?.[0]?.message, 'error_forbidden');
});

test('masks private addresses for users who may not edit contacts, in preflight and recipients', async () => {
  const person = await createPerson(db, { email: null });
  await db
    .insertInto('personData')
    .values({ personId: person.id, keyFieldId: 2, valueStr: 'privat@example.org' })
    .execute();
  const { id } = await createDraft(db, { people: [person.id] });
  const addresses = async (client: TestClient) =>
    (await client.run(one, { id: String(id) })).preflight.people[0].targetAddresses;
  const both = await server.as('crisis_manager', 'contact_manager');
  assert.deepEqual([await addresses(manager), await addresses(both)], [['p•••@example.org'], ['privat@example.org']]);
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "private") { _id } }', { id: String(id) });
  const list = `query ($id: ID!, $search: String) { message(id: $id) { messageRecipients(search: $search) {
    edges { node { targetAddress } } } } }`;
  const found = async (client: TestClient, search: string) =>
    (await client.run(list, { id: String(id), search })).message.messageRecipients.edges.map(
      ({ node }: { node: { targetAddress: string } }) => node.targetAddress,
    );
  assert.deepEqual(await found(manager, person.lastName), ['p•••@example.org']);
  assert.deepEqual(await found(manager, 'privat@'), [], 'nor can it be found by guessing');
  assert.deepEqual(await found(both, 'privat@'), ['privat@example.org']);
});

test('an SMS costs its parts times the price of the prefix, in the language of each person', async () => {
  const settings = JSON.stringify({ prices: '+49 0.075\n+491 0,08\n+43 0.1\n0.2', currency: 'EUR' });
  const sms = await createChannel(db, 'sms', { settings });
  const people = [
    await createPerson(db, { mobile: '+4915133333311', firstName: 'A' }),
    await createPerson(db, { mobile: '+436641234567', firstName: 'Maximiliane-Sophie' }),
    await createPerson(db, { mobile: '+41791234567', firstName: 'B' }),
  ];
  const report = await createReport(db, { type: 'staff_information' });
  const title = 'T';
  const body = `${'x'.repeat(150)} {{ person.firstName }}`;
  const chosen = people.map(({ id }) => id);
  const { id } = await createDraft(db, {
    reportId: report.id,
    channelId: sms.id,
    people: chosen,
    title,
    content: body,
  });
  const { preflight } = await manager.run(one, { id: String(id) });
  // "T\n" + 150 + " " + name: two parts for the long name
  assert.deepEqual(preflight.cost, {
    cost: '0.48',
    currency: 'EUR',
    encoding: 'GSM-7',
    parts: 2,
    recipients: 3,
    perRecipient: '0.16',
  });
  const estimate = `query ($body: String!, $channel: ID!, $message: ID) {
    estimatedCostMessage(body: $body, channel: $channel, message: $message) { cost encoding parts recipients perRecipient } }`;
  const of = async (variables: object) =>
    (await manager.run(estimate, { channel: String(sms.id), ...variables })).estimatedCostMessage;
  assert.deepEqual(await of({ body: 'ш'.repeat(71) }), {
    cost: '0.15',
    encoding: 'UCS-2',
    parts: 2,
    recipients: 1,
    perRecipient: '0.15',
  });
  assert.partialDeepStrictEqual(await of({ body: 'kurz', message: String(id) }), {
    cost: '0.38',
    parts: 1,
    recipients: 3,
  });
  const mail = await createChannel(db, 'email');
  assert.partialDeepStrictEqual(await of({ body: 'x', channel: String(mail.id) }), { cost: '0', encoding: null });
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "cost") { _id } }', { id: String(id) });
  const cost = async () =>
    (await manager.run('query ($id: ID!) { costMessage(id: $id) { cost } }', { id: String(id) })).costMessage.cost;
  assert.equal(await cost(), null);
  await db.updateTable('messageRecipients').set({ attempts: 2 }).where('personId', '=', people[1]!.id).execute();
  assert.equal(await cost(), '0.4', 'two attempts of two parts at 0.1');
});

test('warns of exceeding the monthly budget, counting costs since the first of the month', async () => {
  const sms = await createChannel(db, 'sms', { settings: JSON.stringify({ prices: '0.1' }) });
  const person = await createPerson(db, { mobile: '+4915133333344' });
  const report = await createReport(db, { type: 'staff_information' });
  const draft = { reportId: report.id, channelId: sms.id, people: [person.id], content: 'kurz' };
  const [{ id }, sent] = [await createDraft(db, draft), await createDraft(db, draft)];
  const warned = async () => (await manager.run(one, { id: String(id) })).preflight.warnings.includes('warning_budget');
  const budget = (valueStr: string | null) =>
    db.updateTable('systemSettings').set({ valueStr }).where('valueKey', '=', 'sms_budget_month').execute();
  assert.equal(await warned(), false, 'none is set');
  await budget('0.05');
  assert.equal(await warned(), true);
  await budget('0.30');
  assert.equal(await warned(), false);
  const launched = (launchedAt: Date) =>
    db.updateTable('messages').set({ cost: '0.25', launchedAt }).where('id', '=', sent.id).execute();
  await launched(new Date());
  assert.equal(await warned(), true);
  await launched(new Date(Date.now() - 32 * 86_400_000));
  assert.equal(await warned(), false, 'that was another month');
  await budget(null);
});

test('warns of links that recipients cannot open', async () => {
  const { id } = await createDraft(db, { people: [(await createPerson(db)).id], requestAnswer: true });
  const trouble = async () =>
    (await manager.run('query ($id: ID!) { preflight(message: $id) { linkTrouble } }', { id: String(id) })).preflight
      .linkTrouble;
  assert.equal(await trouble(), 'loopback');
  const before = server.app.publicUrl;
  server.app.publicUrl = 'http://alarm.klinikum.example';
  assert.equal(await trouble(), 'insecure');
  server.app.publicUrl = 'https://alarm.klinikum.example';
  assert.equal(await trouble(), null);
  server.app.publicUrl = before;
});

test('warns of a channel without proof before a real alarm over it, and of no other', async () => {
  const person = await createPerson(db);
  const [never, failed] = ['warning_channel_never_worked', 'warning_channel_last_failed'] as const;
  const channel = await createChannel(db, 'email');
  const alarm = async (mode: 'LIVE' | 'EXERCISE', type = 'activation') => {
    const report = await createReport(db, { type, eventId: (await createEvent(db, { mode })).id });
    return (await createDraft(db, { reportId: report.id, channelId: channel.id, people: [person.id] })).id;
  };
  const [real, exercise, information] = [
    await alarm('LIVE'),
    await alarm('EXERCISE'),
    await alarm('LIVE', 'staff_information'),
  ];
  const warned = async (id: number) => {
    const asked = 'query ($id: ID!) { preflight(message: $id) { warnings channels { neverWorked lastFailed } } }';
    const { preflight } = await manager.run(asked, { id: String(id) });
    const [{ neverWorked, lastFailed }] = preflight.channels;
    const found = [never, failed].filter((key) => preflight.warnings.includes(key));
    assert.deepEqual([neverWorked, lastFailed], [found.includes(never), found.includes(failed)]);
    return found;
  };
  const now = (values: { lastSuccessAt?: Date; lastFailureAt?: Date; lastFailure?: string; trouble?: string }) =>
    db.updateTable('channels').set(values).where('id', '=', channel.id).execute();
  assert.deepEqual([await warned(real), await warned(exercise), await warned(information)], [[never], [], []]);
  await now({ lastFailureAt: new Date(Date.now() - 3_600_000) });
  assert.deepEqual(await warned(real), [failed], 'it was tried, and its only test failed');
  await now({ lastSuccessAt: new Date(Date.now() - 1_800_000) });
  assert.deepEqual(await warned(real), []);
  await now({ lastFailureAt: new Date() });
  assert.deepEqual([await warned(real), await warned(exercise)], [[failed], []]);
  await now({ lastFailure: 'mailbox_full' });
  assert.deepEqual(await warned(real), [], 'a provider that rejects one address has answered');
  await now({ lastFailure: 'channel_unreachable' });
  assert.deepEqual(await warned(real), [failed]);
  await now({ trouble: 'channel_credentials' });
  assert.deepEqual(await warned(real), [], 'the trouble has its own warning');
});

test('counts recipients by the best of their ways, and warns of those whose ways are all dead', async () => {
  const people = [await createPerson(db), await createPerson(db), await createPerson(db), await createPerson(db)];
  const [confirmed, unproven, bounced, silent] = people.map(({ id }) => id) as [number, number, number, number];
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const chosen = people.map(({ id }) => id);
  await createDraft(db, { reportId, channelId: (await createChannel(db, 'email')).id, people: chosen });
  await createDraft(db, { reportId, channelId: (await createChannel(db, 'webpush')).id, people: chosen });
  const sign = (column: 'confirmed_at' | 'failed_at', id: number) =>
    sql`
    insert into way_signs (person_id, address, ${sql.ref(column)})
    select person_id, lower(value_str), now() from person_data where person_id = ${id} and key_field_id = 1`.execute(
      db,
    );
  await sign('confirmed_at', confirmed);
  await sign('failed_at', bounced);
  await sign('failed_at', silent);
  await sql`
    insert into devices (person_id, kind, address, keys, name, inserted_at, last_used_at)
    values (${silent}, 'webpush', 'https://push.example.org/silent', '', 'x', now() - interval '40 days', now() - interval '40 days')`.execute(
    db,
  );
  const look = async () => {
    const query =
      'query ($id: ID!) { preflightReport(report: $id) { recipients warnings proven { confirmed unconfirmed silent } } }';
    const { preflightReport: found } = await manager.run(query, { id: String(reportId) });
    return [found.recipients, found.proven, found.warnings.includes('warning_silent')];
  };
  assert.deepEqual(await look(), [4, { confirmed: 1, unconfirmed: 1, silent: 2 }, true], String(unproven));
  await sql`update devices set last_used_at = now() where person_id = ${silent}`.execute(db);
  assert.deepEqual(await look(), [4, { confirmed: 2, unconfirmed: 1, silent: 1 }, true]);
  await sql`update way_signs set confirmed_at = now() + interval '1 second' where person_id = ${bounced}`.execute(db);
  assert.deepEqual(await look(), [4, { confirmed: 3, unconfirmed: 1, silent: 0 }, false], 'a later sign of life heals');
});
