import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTypeWithTemplate } from '#testing/situation-reports.ts';
import { remindOfDueReports } from './mails.ts';

let server: TestServer;
let officer: TestClient;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' }); // no worker takes the mails
  officer = await server.as('documentation_officer');
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

interface Queued {
  to: number;
  exercise: boolean;
  page: string;
  values: Record<string, string>;
}

async function takeMails(identifier: string): Promise<Queued[]> {
  const { rows } = await server.app.database.pool.query<{ data: Queued }>(
    "delete from pgboss.job where name = 'system_mail' and data->>'identifier' = $1 returning data",
    [identifier],
  );
  return rows.map(({ data }) => data);
}

async function begin(values: Parameters<typeof createEvent>[1] = {}, data: object = { summary: 'Lage' }) {
  const event = await createEvent(server.app.db, {
    eventTypeId: (await createTypeWithTemplate(server.app.db)).id,
    ...values,
  });
  return { event, ...(await next(event.id, data)) };
}

async function next(event: number, data: object): Promise<{ id: string; number: number }> {
  const document = `mutation ($event: ID!, $data: JSON) {
    createSituationReport(input: { event: $event, data: $data }) { id number } }`;
  return (await officer.run(document, { event: String(event), data })).createSituationReport;
}

const step = (name: string) => `mutation ($id: ID!) { ${name}SituationReport(id: $id) { id } }`;
const update = 'mutation ($id: ID!, $data: JSON!) { updateSituationReport(input: { id: $id, data: $data }) { id } }';
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('notifies approvers of each submitted report, except its writer and submitter', async () => {
  const both = await server.as('documentation_officer', 'crisis_manager');
  const { id, event } = await begin({ name: 'Sturm' });
  await both.run(step('submit'), { id });
  const mails = await takeMails('situation_report_approval_request');
  const asked = mails.map(({ to }) => to);
  assert.ok(asked.includes(manager.userId!));
  assert.ok(!asked.includes(both.userId!) && !asked.includes(officer.userId!));
  assert.equal(new Set(asked).size, asked.length);
  const { values, page, exercise } = mails.find(({ to }) => to === manager.userId)!;
  assert.deepEqual([values['event.name'], values['report.number'], exercise], ['Sturm', '1', false]);
  assert.equal(page, `/event/${event.id}/situation-report/${id.split('/').at(-1)}`);
  await officer.run(step('withdraw'), { id });
  await officer.run(step('submit'), { id });
  assert.ok((await takeMails('situation_report_approval_request')).length > 0, 'asked again');
  const drill = await begin({ mode: 'EXERCISE' });
  await officer.run(step('submit'), { id: drill.id });
  const inside = await takeMails('situation_report_approval_request');
  assert.ok(inside.length > 0 && inside.every((mail) => mail.exercise));
});

test('reminds writers once when the next report is due, for any number of checks', async () => {
  await remindOfDueReports(server.app);
  await takeMails('situation_report_due');
  const { id, event } = await begin({ name: 'Flut' }, { summary: 'x', nextReport: ago(-5) });
  await remindOfDueReports(server.app);
  assert.deepEqual(await takeMails('situation_report_due'), [], 'not yet');
  await officer.run(update, { id, data: { nextReport: ago(1) } });
  await Promise.all([1, 2, 3, 4].map(() => remindOfDueReports(server.app)));
  const mails = await takeMails('situation_report_due');
  const told = mails.map(({ to }) => to);
  assert.ok(told.includes(officer.userId!) && !told.includes(manager.userId!));
  assert.equal(new Set(told).size, told.length, 'nobody twice');
  assert.deepEqual([mails[0]!.values['event.name'], mails[0]!.page], ['Flut', `/event/${event.id}/situation-reports`]);
  await remindOfDueReports(server.app);
  assert.deepEqual(await takeMails('situation_report_due'), []);
  await officer.run(update, { id, data: { nextReport: ago(0.5) } });
  await remindOfDueReports(server.app);
  assert.ok((await takeMails('situation_report_due')).length > 0, 'another moment is another reminder');
});

test('sends no reminder of submitted, ended or long overdue reports; an exercise stays internal', async () => {
  const due = { summary: 'x', nextReport: ago(1) };
  const begun = await begin({}, due);
  await officer.run(step('submit'), { id: begun.id });
  const following = await next(begun.event.id, {});
  await officer.run(step('submit'), { id: following.id });
  const over = await begin({}, due);
  await officer.run('mutation ($e: ID!) { finishEvent(id: $e) { id } }', { e: String(over.event.id) });
  await begin({}, { ...due, nextReport: ago(60 * 25) });
  await remindOfDueReports(server.app);
  assert.deepEqual(await takeMails('situation_report_due'), []);
  const drill = await begin({ mode: 'EXERCISE' }, due);
  const draft = await next(drill.event.id, {});
  await officer.run(step('discard'), { id: draft.id });
  await remindOfDueReports(server.app);
  const mails = await takeMails('situation_report_due');
  assert.ok(mails.length > 0 && mails.every(({ exercise }) => exercise));
});

test('an unsubmitted draft does not delay the reminder', async () => {
  const first = await begin({ name: 'Waldbrand' }, { summary: 'x', nextReport: ago(1) });
  await officer.run(step('submit'), { id: first.id });
  await next(first.event.id, {});
  await remindOfDueReports(server.app);
  const mails = await takeMails('situation_report_due');
  assert.ok(mails.some(({ values }) => values['event.name'] === 'Waldbrand'));
});

test('the event returns when its next report is due while it runs', async () => {
  const nextReport = ago(-30);
  const { event, id } = await begin({}, { summary: 'x', nextReport });
  const ask = async () =>
    (await manager.run('query ($id: ID!) { event(id: $id) { situationReportDueAt } }', { id: String(event.id) })).event
      .situationReportDueAt;
  assert.equal(Date.parse(await ask()), Date.parse(nextReport));
  await officer.run(step('discard'), { id });
  assert.equal(await ask(), null);
});
