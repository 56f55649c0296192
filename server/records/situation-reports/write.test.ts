import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { logSamples } from '#shared/testing/log-samples.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTypeWithTemplate, loggedKinds, smallTemplate } from '#testing/situation-reports.ts';

let server: TestServer;
let db: Db;
let officer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' }); // tests deliver themselves
  db = server.app.db;
  officer = await server.as('documentation_officer');
});
after(() => server.stop());

const arrival = { kind: 'arrival', data: logSamples.arrival[0]! } as const;
const fields = 'id _id number status version data template changedFields previous { number }';
const create = `mutation ($event: ID!, $data: JSON) {
  createSituationReport(input: { event: $event, data: $data }) { ${fields} } }`;
const update = `mutation ($id: ID!, $data: JSON!, $version: Int) {
  updateSituationReport(input: { id: $id, data: $data, version: $version }) { ${fields} } }`;
const submit = 'mutation ($id: ID!) { submitSituationReport(id: $id) { status } }';

const begin = async (event: number, data?: object) =>
  (await officer.run(create, { event: String(event), data })).createSituationReport;
const change = async (id: string, data: object, version?: number) =>
  (await officer.run(update, { id, data, version })).updateSituationReport;
const faults = async (id: string, data: unknown) =>
  (await officer.send(update, { id, data })).errors?.[0]?.extensions.fields;
const eventWithTemplate = async (values = {}) =>
  createEvent(db, { eventTypeId: (await createTypeWithTemplate(db)).id, ...values });

test('a first report uses the template of its event type or else the usual one', async () => {
  const event = await eventWithTemplate({ eventDate: new Date('2026-03-01T10:00:00Z') });
  const report = await begin(event.id, { summary: 'Stromausfall' });
  assert.deepEqual([report.number, report.status, report.previous], [1, 'draft', null]);
  assert.deepEqual(report.template, smallTemplate);
  assert.equal(report.data.summary, 'Stromausfall');
  assert.equal(report.data.periodFrom, '2026-03-01T10:00:00.000Z');
  assert.ok(Math.abs(Date.parse(report.data.asOf) - Date.now()) < 3_600_000);
  assert.deepEqual(report.changedFields, []);
  const usual = await begin((await createEvent(db)).id);
  assert.deepEqual(
    usual.template.sections.map(({ key }: { key: string }) => key),
    ['head', 'overview', 'situation', 'own', 'communication', 'forecast'],
  );
  assert.deepEqual(await loggedKinds(db, event.id), ['situation_report_created']);
});

test('the next report continues: texts remain, moments move on, and differences are named', async () => {
  const event = await eventWithTemplate();
  const table = [['Feuerwehr', '12']];
  const first = await begin(event.id, { summary: 'alt', assessment: 'ruhig', resources: table, injured: 3 });
  await change(first.id, { nextReport: '2026-03-01T18:00:00Z' });
  const second = await begin(event.id);
  assert.equal(second.previous.number, 1);
  const { data } = second;
  assert.deepEqual([data.summary, data.assessment, data.resources, data.injured], ['alt', 'ruhig', table, 3]);
  assert.deepEqual([data.periodFrom, data.nextReport], [first.data.asOf, undefined]);
  assert.deepEqual(second.changedFields, ['nextReport']);
  const changed = await change(second.id, { summary: 'neu', injured: null, resources: [['Feuerwehr', '14']] });
  assert.deepEqual(changed.changedFields, ['summary', 'injured', 'resources', 'nextReport']);
  assert.equal('injured' in changed.data, false);
  const type = await db.selectFrom('eventTypes').select('id').where('id', '=', event.eventTypeId!).executeTakeFirst();
  const other = structuredClone(smallTemplate) as unknown as { sections: { fields: { options?: string[] }[] }[] };
  other.sections[1]!.fields[2]!.options = ['gut', 'schlecht'];
  const json = JSON.stringify(other);
  await db.updateTable('eventTypes').set({ situationReportTemplate: json }).where('id', '=', type!.id).execute();
  const third = await begin(event.id);
  assert.deepEqual([third.data.assessment, third.data.summary], [undefined, 'neu']);
  assert.deepEqual((await change(first.id, { assessment: 'kritisch' })).template, smallTemplate);
});

test('ten concurrent reports get ten numbers without a gap', async () => {
  const event = await createEvent(db);
  const reports = await Promise.all(Array.from({ length: 10 }, () => begin(event.id)));
  assert.deepEqual(
    reports.map(({ number }) => number).sort((a, b) => a - b),
    Array.from({ length: 10 }, (_, at) => at + 1),
  );
});

test('refuses invalid fields by name and stores none of them', async () => {
  const report = await begin((await eventWithTemplate()).id, { summary: 'bleibt' });
  const bad = {
    summary: 7,
    injured: 'viele',
    assessment: 'heiter',
    asOf: 'bald',
    unknown: 'x',
    resources: [['zu kurz']],
    answers: { at: '2026-01-01', source: 'answers', groups: [] },
  };
  assert.deepEqual(await faults(report.id, bad), {
    'data.summary': 'error_invalid_input',
    'data.injured': 'error_invalid_number',
    'data.assessment': 'error_unknown_choice',
    'data.asOf': 'error_invalid_date',
    'data.unknown': 'error_invalid_input',
    'data.resources': 'error_invalid_input',
    'data.answers': 'error_invalid_input',
  });
  assert.deepEqual(await faults(report.id, { summary: 'x'.repeat(20_001) }), { 'data.summary': 'error_too_long' });
  const long = Array.from({ length: 201 }, () => ['a', 'b']);
  assert.deepEqual(await faults(report.id, { resources: long }), { 'data.resources': 'error_too_many' });
  for (const asOf of ['2026-02-30T10:00:00Z', '0000-01-01T00:00:00Z', '1899-12-31T23:59:59Z'])
    assert.deepEqual(await faults(report.id, { asOf }), { 'data.asOf': 'error_invalid_date' }, asOf);
  assert.deepEqual(await faults(report.id, []), { data: 'error_invalid_input' });
  assert.equal((await change(report.id, { ...report.data, injured: 4 })).data.injured, 4, 'returns its facts as read');
  assert.equal((await change(report.id, {})).data.summary, 'bleibt');
});

test('the second of two concurrent edits of a report learns of the first', async () => {
  const report = await begin((await eventWithTemplate()).id);
  const saved = await change(report.id, { summary: 'eins' }, report.version);
  assert.equal(saved.version, report.version + 1);
  const stale = await officer.send(update, { id: report.id, data: { summary: 'zwei' }, version: report.version });
  assert.equal(stale.errors?.[0]?.message, 'error_changed_meanwhile');
  assert.equal((await change(report.id, { injured: 0 }, saved.version)).data.summary, 'eins');
});

test('archived and deleted events take no report; draft events do', async () => {
  const refusal = async (values: Parameters<typeof createEvent>[1]) =>
    (await officer.send(create, { event: String((await createEvent(db, values)).id) })).errors?.[0]?.message;
  assert.equal(await refusal({ state: 'archived' }), 'error_event_archived');
  assert.equal(await refusal({ state: 'finished', isActive: false }), 'error_not_found');
  assert.equal(await refusal({ state: 'draft' }), undefined);
  const event = await createEvent(db);
  const report = await begin(event.id);
  await sql`update events set is_running = false, event_status_id = (
    select id from event_statuses where identifier = 'archived') where id = ${event.id}`.execute(db);
  const answer = await officer.send(update, { id: report.id, data: {} });
  assert.equal(answer.errors?.[0]?.message, 'error_event_archived');
});

test('facts count events, refresh on demand in a draft and freeze on submission', async () => {
  const event = await eventWithTemplate({ name: 'Hochwasser' });
  const [anna, ben, carla] = [await createPerson(db), await createPerson(db), await createPerson(db, { email: null })];
  const group = await createGroup(db, { name: 'Stab', members: [anna.id, ben.id] });
  const list = await createMailingList(db, { people: [carla.id], groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await createReport(db, { eventId: event.id });
  const draft = await createDraft(db, { title: 'Alarm', reportId: report.id, requestAnswer: true, lists: [list.id] });
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  const manager = await server.as('crisis_manager');
  const situation = await begin(event.id, { summary: 'Pegel steigt' });
  assert.deepEqual(situation.data.messages.messages, []);
  await manager.run(`mutation { sendMessage(id: ${draft.id}, launchKey: "facts-of-this-test") { status } }`);
  await deliver(db, draft.id);
  await appendLog(db, { eventId: event.id, by: null, kind: 'note', text: 'Deich gesichert' });
  await sql`insert into answers (report_id, recipient_id, person_id, option_id, source)
    select ${report.id}, r.id, ${anna.id}, o.id, 'operator' from answer_options o, message_recipients r
    where o.report_id = ${report.id} and o.kind = 'POSITIVE' and r.person_id = ${anna.id}`.execute(db);
  const refresh = 'mutation ($id: ID!) { refreshSituationReportFacts(id: $id) { data version } }';
  const { data } = (await officer.run(refresh, { id: situation.id })).refreshSituationReportFacts;
  assert.equal(data.summary, 'Pegel steigt');
  assert.deepEqual([data.event.name, data.event.state], ['Hochwasser', 'running']);
  const { at: _at, channelEn, ...message } = data.messages.messages[0];
  assert.equal(channelEn, 'For practice only (mailbox)');
  assert.deepEqual(
    { ...message, sum: message.handedOver + message.waiting + message.unreachable },
    {
      ...{ title: 'Alarm', channel: message.channel, total: 3, sum: 3 },
      ...{ handedOver: 1, delivered: 0, read: 0, underWay: 0, waiting: 1, failed: 0, unreachable: 1, notSent: 0 },
    },
  );
  assert.deepEqual(data.answers.groups, [
    { group: null, positive: 1, negative: 0, neutral: 0, none: 0, arrived: 0 },
    { group: 'Stab', positive: 1, negative: 0, neutral: 0, none: 0, arrived: 0 },
  ]);
  const people = { people: 3, asked: 1, reserve: 1, waiting: 0, unreachable: 1, notAsked: 0 };
  assert.deepEqual(data.answers.people, people);
  assert.deepEqual(data.limits.limits, [{ group: 'Stab', needed: 1, reached: 1, contacted: 1 }]);
  assert.deepEqual(
    data.log.entries.map(({ kind, text }: { kind: string; text: string | null }) => text ?? kind),
    ['message_launched', 'Deich gesichert'],
    'neither single answers nor situation reports',
  );
  await officer.run(submit, { id: situation.id });
  const late = await officer.send(refresh, { id: situation.id });
  assert.equal(late.errors?.[0]?.message, 'error_situation_report_fixed');
  await appendLog(db, { eventId: event.id, by: null, kind: 'note', text: 'Pegel fällt' });
  const next = await begin(event.id);
  assert.deepEqual(
    next.data.log.entries.map(({ text }: { text: string }) => text),
    ['Pegel fällt'],
  );
});

test('counts arrivals without listing them; marks corrections at the time of the event', async () => {
  const event = await eventWithTemplate();
  const person = await createPerson(db);
  const report = await createReport(db, { eventId: event.id });
  await sql`insert into arrivals (report_id, person_id, source) values (${report.id}, ${person.id}, 'operator')`.execute(
    db,
  );
  const note = { eventId: event.id, by: null, kind: 'note' } as const;
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  const wrong = await appendLog(db, {
    ...note,
    text: 'Vier Verletzte',
    happenedAt: at(30),
  });
  await appendLog(db, { ...note, text: 'Deich hält', happenedAt: at(20) });
  await appendLog(db, {
    ...note,
    text: 'Sechs Verletzte',
    happenedAt: at(29),
    corrects: wrong.id,
  });
  for (let n = 0; n < 120; n++) await appendLog(db, { eventId: event.id, by: null, ...arrival });
  const { data } = await begin(event.id);
  assert.deepEqual(
    data.log.entries.map(({ text, corrects, isCorrected }: Record<string, unknown>) => [text, corrects, isCorrected]),
    [
      ['Vier Verletzte', undefined, true],
      ['Sechs Verletzte', wrong.happenedAt!.toISOString(), undefined],
      ['Deich hält', undefined, undefined],
    ],
  );
  const { answers } = data;
  assert.deepEqual([answers.groups[0].group, answers.groups[0].arrived], [null, 1]);
});

test('the next report includes an entry that arrived after the facts with an earlier time', async () => {
  const event = await eventWithTemplate();
  const first = await begin(event.id);
  const entry = await appendLog(db, { eventId: event.id, by: null, kind: 'note', text: 'Knapp danach' });
  // the web server's clock is ahead
  await sql`
    update situation_reports set data = jsonb_set(data, '{log,at}', to_jsonb(${new Date(entry.at.getTime() + 1000).toISOString()}::text))
    where event_id = ${event.id} and number = ${first.number}`.execute(db);
  const next = await begin(event.id);
  assert.deepEqual(
    next.data.log.entries.map(({ text }: { text: string }) => text),
    ['Knapp danach'],
  );
});
