import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  editor = await server.as('editor');
});
after(() => server.stop());

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR);

async function asking(answerUntil: Date | null) {
  const event = await createEvent(db);
  const report = await createReport(db, { eventId: event.id, type: 'staff_information', answerUntil });
  const { id } = await createPerson(db, { email: `${report.id}@example.org` });
  await createDraft(db, { reportId: report.id, people: [id], requestAnswer: true });
  return String(report.id);
}

const refusal = async (document: string, variables: object) => {
  const { errors } = await editor.send(document, { ...variables });
  return errors?.[0] && [errors[0].message, errors[0].extensions.fields];
};

test('the end of answering must be in the future, and can be withdrawn', async () => {
  const id = await asking(null);
  const update = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { answerUntil } }';
  const past = { input: { id, answerUntil: inHours(-1).toISOString() } };
  assert.deepEqual(await refusal(update, past), [
    'error_answer_until_past',
    { answerUntil: 'error_answer_until_past' },
  ]);
  const until = inHours(2).toISOString();
  assert.equal((await editor.run(update, { input: { id, answerUntil: until } })).updateReport.answerUntil, until);
  assert.equal((await editor.run(update, { input: { id, answerUntil: null } })).updateReport.answerUntil, null);
});

test('warns the sender if every answer would be late, and plans nothing after the end', async () => {
  const warned = async (id: string) => {
    const document = 'query ($id: ID!) { preflightReport(report: $id) { warnings } }';
    return (await editor.run(document, { id })).preflightReport.warnings.includes('warning_answer_until_past');
  };
  assert.equal(await warned(await asking(inHours(-1))), true);
  const id = await asking(inHours(2));
  assert.equal(await warned(id), false);
  const send = `mutation ($id: ID!, $key: String!, $sendAt: DateTime) {
    sendReport(id: $id, launchKey: $key, sendAt: $sendAt) { _id } }`;
  const at = (hours: number) => ({ id, key: `until-${id}-${hours}`, sendAt: inHours(hours).toISOString() });
  assert.deepEqual(await refusal(send, at(3)), ['error_answer_until_early', { sendAt: 'error_answer_until_early' }]);
  assert.equal(await refusal(send, at(1)), undefined);
  const update = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { answerUntil } }';
  const until = (hours: number) => ({ input: { id, answerUntil: inHours(hours).toISOString() } });
  const early = ['error_answer_until_early', { answerUntil: 'error_answer_until_early' }];
  assert.deepEqual(await refusal(update, until(0.5)), early, 'nor is the end set before what is planned');
  assert.equal(await refusal(update, until(3)), undefined);
});
