import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, whileLaunching } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let colleague: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  [manager, colleague] = [await server.as('crisis_manager'), await server.as('crisis_manager')];
});
after(() => server.stop());

const save = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { id } }';
const change = 'mutation ($id: ID!) { updateMessage(input: { id: $id, title: "Anders" }) { id } }';

test('saving a draft during its launch blocks no one and keeps the event details of the launch', async () => {
  const { id: event } = await createEvent(db, { isRunning: true });
  const report = await createReport(db, { eventId: event });
  const { id: person } = await createPerson(db);
  const message = await createDraft(db, { reportId: report.id, people: [person] });
  await manager.run(save, { input: { id: String(report.id), description: 'Brand im Keller' } });
  const saved: Promise<unknown>[] = [];
  await whileLaunching(
    db,
    report.id,
    () =>
      manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
        id: String(report.id),
        key: 'saved-while-launching',
      }),
    async () => {
      saved.push(colleague.send(save, { input: { id: String(report.id), description: 'Brand im Dach' } }));
      saved.push(colleague.send(change, { id: String(message.id) }));
      await until(() => areWaiting(2));
      let isNoted = false;
      const note = 'mutation ($event: ID!) { addLogEntry(event: $event, text: "Die Feuerwehr ist da.") { id } }';
      void colleague.run(note, { event: String(event) }).then(() => (isNoted = true));
      await until(async () => isNoted);
    },
  );
  const answers = (await Promise.all(saved)) as Awaited<ReturnType<TestClient['send']>>[];
  assert.deepEqual(
    answers.map(({ errors }) => errors?.[0]?.message),
    ['error_report_sent', 'error_message_already_sent'],
  );
  const { description } = await db
    .selectFrom('events')
    .select('description')
    .where('id', '=', event)
    .executeTakeFirstOrThrow();
  assert.equal(description, 'Brand im Keller');
});

/** Whether so many requests wait for rows that others hold. */
async function areWaiting(count: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and wait_event <> 'advisory'`.execute(db);
  return rows.length >= count;
}
