import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTypeWithTemplate, loggedKinds } from '#testing/situation-reports.ts';

let server: TestServer;
let officer: TestClient;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const state = `status version rejectReason submittedAt decidedAt
  submittedBy { id } approvedBy { id } insertedBy { id }`;
const step = (name: string) => `mutation ($id: ID!) { ${name}SituationReport(id: $id) { ${state} } }`;
const reject = `mutation ($id: ID!, $reason: String!) { rejectSituationReport(id: $id, reason: $reason) { ${state} } }`;
const update = `mutation ($id: ID!, $data: JSON!) { updateSituationReport(input: { id: $id, data: $data }) { ${state} } }`;
const mail = 'mutation ($id: ID!, $lists: [ID!]!) { mailSituationReport(id: $id, lists: $lists) { status } }';

async function begin(by = officer, data: object = { summary: 'Lage ruhig' }): Promise<{ id: string; event: number }> {
  const event = await createEvent(server.app.db, { eventTypeId: (await createTypeWithTemplate(server.app.db)).id });
  const document = `mutation ($event: ID!, $data: JSON) {
    createSituationReport(input: { event: $event, data: $data }) { id } }`;
  const made = await by.run(document, { event: String(event.id), data });
  return { id: made.createSituationReport.id, event: event.id };
}

const refusal = async (who: TestClient, document: string, variables: object) =>
  (await who.send(document, { ...variables })).errors?.[0]?.message;

test('writes, submits, rejects with a reason, edits, resubmits and approves, all logged', async () => {
  const { id, event } = await begin();
  const submitted = (await officer.run(step('submit'), { id })).submitSituationReport;
  assert.equal(submitted.status, 'in_review');
  assert.equal(submitted.submittedBy.id, `/api/v2/users/${officer.userId}`);
  assert.equal(await refusal(officer, update, { id, data: {} }), 'error_situation_report_fixed');
  assert.equal(await refusal(officer, step('submit'), { id }), 'error_situation_report_fixed');
  const rejected = (await manager.run(reject, { id, reason: ' Zahlen fehlen ' })).rejectSituationReport;
  assert.deepEqual([rejected.status, rejected.rejectReason, rejected.approvedBy], ['rejected', 'Zahlen fehlen', null]);
  assert.equal(await refusal(manager, step('approve'), { id }), 'error_situation_report_not_waiting');
  const again = (await officer.run(update, { id, data: { injured: 2 } })).updateSituationReport;
  assert.deepEqual([again.status, again.rejectReason], ['draft', 'Zahlen fehlen']);
  await officer.run(step('submit'), { id });
  const approved = (await manager.run(step('approve'), { id })).approveSituationReport;
  assert.deepEqual([approved.status, approved.rejectReason], ['approved', null]);
  assert.equal(approved.approvedBy.id, `/api/v2/users/${manager.userId}`);
  assert.ok(approved.decidedAt);
  assert.equal(await refusal(officer, update, { id, data: {} }), 'error_situation_report_fixed');
  assert.deepEqual(
    await loggedKinds(server.app.db, event),
    ['created', 'submitted', 'rejected', 'reopened', 'submitted', 'approved'].map((kind) => `situation_report_${kind}`),
  );
});

test('withdrawing from review makes it a draft again until the decision, and is logged', async () => {
  const { id, event } = await begin();
  assert.equal(await refusal(officer, step('withdraw'), { id }), 'error_situation_report_not_waiting');
  await officer.run(step('submit'), { id });
  const taken = (await officer.run(step('withdraw'), { id })).withdrawSituationReport;
  assert.deepEqual([taken.status, taken.submittedBy, taken.submittedAt], ['draft', null, null]);
  assert.equal(await refusal(manager, step('approve'), { id }), 'error_situation_report_not_waiting');
  await officer.run(update, { id, data: { injured: 3 } });
  await officer.run(step('submit'), { id });
  const answers = await Promise.all([officer.send(step('withdraw'), { id }), manager.send(step('approve'), { id })]);
  assert.equal(answers.filter(({ errors }) => errors).length, 1, 'one of both who are at it at once');
  const kinds = await loggedKinds(server.app.db, event);
  assert.deepEqual(
    kinds.slice(0, 4),
    ['created', 'submitted', 'withdrawn', 'submitted'].map((kind) => `situation_report_${kind}`),
  );
});

test('a discarded draft is empty and keeps its number; the next continues from its predecessor', async () => {
  const { id, event } = await begin(officer, { summary: 'Pegel 7 m' });
  const next = async () =>
    (
      await officer.run(
        'mutation ($e: ID!) { createSituationReport(input: { event: $e }) { id number data previous { number } } }',
        { e: String(event) },
      )
    ).createSituationReport;
  const second = await next();
  await officer.run(update, { id: second.id, data: { summary: 'Fehlmeldung' } });
  const third = await next();
  assert.equal(third.previous.number, 2);
  const read = `query ($id: ID!) { situationReport(id: $id) { status number data pdfUrl previous { number }
    changedFields discardedAt discardedBy { id } } }`;
  assert.equal((await officer.run(step('discard'), { id: second.id })).discardSituationReport.status, 'discarded');
  const gone = (await officer.run(read, { id: second.id })).situationReport;
  assert.deepEqual([gone.number, gone.data, gone.discardedBy.id], [2, {}, `/api/v2/users/${officer.userId}`]);
  const pdf = await fetch(server.url + gone.pdfUrl, { headers: { authorization: `Bearer ${officer.token}` } });
  assert.equal(pdf.status, 404);
  const follows = (await officer.run(read, { id: third.id })).situationReport;
  assert.deepEqual([follows.previous.number, follows.changedFields.includes('summary')], [1, true]);
  await officer.run(step('discard'), { id: third.id });
  const fourth = await next();
  assert.deepEqual([fourth.number, fourth.previous.number, fourth.data.summary], [4, 1, 'Pegel 7 m']);
  for (const change of [step('submit'), step('discard'), step('withdraw')]) {
    assert.match((await refusal(officer, change, { id: second.id }))!, /error_situation_report_(fixed|not_waiting)/);
  }
  await officer.run(step('submit'), { id });
  assert.equal(await refusal(officer, step('discard'), { id }), 'error_situation_report_fixed');
});

test('a submitted report fixes its predecessor; a draft takes over that of a discarded one', async () => {
  const { id, event } = await begin();
  const note = (text: string) => appendLog(server.app.db, { eventId: event, by: null, kind: 'note', text });
  const create = 'mutation ($e: ID!) { createSituationReport(input: { event: $e }) { id version } }';
  const next = async () => (await officer.run(create, { e: String(event) })).createSituationReport;
  const look = async (report: string) => {
    const read = 'query ($id: ID!) { situationReport(id: $id) { status version data previous { number } } }';
    return (await officer.run(read, { id: report })).situationReport;
  };
  await note('Pegel 7 m');
  const second = await next();
  await note('Pegel 8 m');
  const third = await next();
  await officer.run(update, { id: third.id, data: { summary: 'Pegel steigt' } });
  await officer.run(step('submit'), { id: third.id });
  const submitted = await look(third.id);
  assert.equal(await refusal(officer, step('discard'), { id: second.id }), 'error_situation_report_followed');
  assert.deepEqual(await look(third.id), submitted);
  assert.equal((await look(second.id)).status, 'draft');
  await officer.run(step('withdraw'), { id: third.id });
  await officer.run(step('discard'), { id: second.id });
  const draft = await look(third.id);
  assert.deepEqual([draft.status, draft.previous.number, draft.data.summary], ['draft', 1, 'Pegel steigt']);
  assert.ok(draft.version > submitted.version + 1, 'who is writing it hears of it');
  assert.deepEqual(
    draft.data.log.entries.map(({ text }: { text: string }) => text),
    ['Pegel 7 m', 'Pegel 8 m'],
  );
  await officer.run(step('submit'), { id: third.id });
  await manager.run(step('approve'), { id: third.id });
  const approved = await look(third.id);
  assert.equal(await refusal(officer, step('discard'), { id }), 'error_situation_report_followed');
  assert.deepEqual(await look(third.id), approved);
});

test('does not discard a draft with unseen edits of another user', async () => {
  const { id } = await begin();
  const discard = `mutation ($id: ID!, $version: Int) { discardSituationReport(id: $id, version: $version) { ${state} } }`;
  const { version } = (await manager.run('query ($id: ID!) { situationReport(id: $id) { version } }', { id }))
    .situationReport;
  const written = (await officer.run(update, { id, data: { summary: 'Pegel 9 m' } })).updateSituationReport;
  assert.equal(await refusal(officer, discard, { id, version }), 'error_changed_meanwhile');
  const read = await officer.run('query ($id: ID!) { situationReport(id: $id) { status data } }', { id });
  assert.deepEqual([read.situationReport.status, read.situationReport.data.summary], ['draft', 'Pegel 9 m']);
  const gone = (await officer.run(discard, { id, version: written.version })).discardSituationReport;
  assert.equal(gone.status, 'discarded');
});

test('refuses a decision on an outdated version and reports the new one', async () => {
  const { id } = await begin();
  const first = (await officer.run(step('submit'), { id })).submitSituationReport;
  await officer.run(step('withdraw'), { id });
  await officer.run(update, { id, data: { summary: 'Ganz anders' } });
  const second = (await officer.run(step('submit'), { id })).submitSituationReport;
  const approve = `mutation ($id: ID!, $version: Int) { approveSituationReport(id: $id, version: $version) { ${state} } }`;
  const giveBack = `mutation ($id: ID!, $version: Int) {
    rejectSituationReport(id: $id, reason: "nein", version: $version) { ${state} } }`;
  for (const document of [approve, giveBack]) {
    const { errors } = await manager.send(document, { id, version: first.version });
    assert.equal(errors?.[0]?.message, 'error_changed_meanwhile');
    assert.deepEqual(errors?.[0]?.extensions.details, { version: second.version });
  }
  const read = 'query ($id: ID!) { situationReport(id: $id) { status version } }';
  assert.deepEqual((await manager.run(read, { id })).situationReport, { status: 'in_review', version: second.version });
  const approved = (await manager.run(approve, { id, version: second.version })).approveSituationReport;
  assert.equal(approved.status, 'approved');
  assert.equal(await refusal(manager, approve, { id, version: second.version }), 'error_situation_report_not_waiting');
});

test('requires mandatory fields on submission, not before', async () => {
  const { id } = await begin(officer, { summary: '  ' });
  const { errors } = await officer.send(step('submit'), { id });
  assert.equal(errors?.[0]?.message, 'error_required');
  assert.deepEqual(errors?.[0]?.extensions.fields, { 'data.summary': 'error_required' });
  const read = await officer.run('query ($id: ID!) { situationReport(id: $id) { status } }', { id });
  assert.equal(read.situationReport.status, 'draft');
});

test('writers and submitters cannot decide; a rejection needs a reason', async () => {
  const both = await server.as('documentation_officer', 'crisis_manager');
  const own = await begin(both);
  await both.run(step('submit'), { id: own.id });
  assert.equal(await refusal(both, step('approve'), { id: own.id }), 'error_own_situation_report');
  assert.equal(await refusal(both, reject, { id: own.id, reason: 'x' }), 'error_own_situation_report');
  const others = await begin();
  await both.run(step('submit'), { id: others.id });
  assert.equal(await refusal(both, step('approve'), { id: others.id }), 'error_own_situation_report');
  assert.equal(await refusal(manager, reject, { id: others.id, reason: ' ' }), 'error_required');
  const administrator = await server.as('administrator');
  assert.equal((await administrator.run(step('approve'), { id: others.id })).approveSituationReport.status, 'approved');
});

test('one of many concurrent decisions succeeds', async () => {
  const { id, event } = await begin();
  await officer.run(step('submit'), { id });
  const managers = await Promise.all([1, 2, 3, 4].map(() => server.as('crisis_manager')));
  const answers = await Promise.all(
    managers.map((who, at) =>
      at % 2 ? who.send(step('approve'), { id }) : who.send(reject, { id, reason: 'Zahlen fehlen' }),
    ),
  );
  const refused = answers.filter(({ errors }) => errors);
  assert.equal(refused.length, 3);
  assert.deepEqual(
    [...new Set(refused.map(({ errors }) => errors![0]!.message))],
    ['error_situation_report_not_waiting'],
  );
  assert.equal((await loggedKinds(server.app.db, event)).length, 3);
});

test('mails only an approved report and returns not found for a missing one', async () => {
  const { id } = await begin();
  assert.equal(await refusal(officer, mail, { id, lists: ['1'] }), 'error_situation_report_not_approved');
  for (const document of [step('submit'), step('refresh').replace('Report(', 'ReportFacts(')]) {
    assert.equal(await refusal(officer, document, { id: '999999' }), 'error_not_found');
  }
  assert.equal(await refusal(manager, step('approve'), { id: '999999' }), 'error_not_found');
});

test('lists reports to approve for approvers and unfinished own ones for authors', async () => {
  const author = await server.as('documentation_officer');
  const draft = await begin(author);
  const review = await begin(author);
  await author.run(step('submit'), { id: review.id });
  const waiting = async (who: TestClient) => {
    const found = await who.run('{ waiting { situationReports { id event { _id } } } }');
    const ids = found.waiting.situationReports.map((report: { id: string }) => report.id) as string[];
    return [draft.id, review.id].map((id) => ids.includes(id));
  };
  assert.deepEqual(await waiting(author), [true, false]);
  assert.deepEqual(await waiting(manager), [false, true]);
  assert.deepEqual(await waiting(officer), [false, false]);
});
