import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { recordAnswer, recordAnswerIn } from './answers.ts';
import { recordArrival } from './arrivals.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

let numbered = 0;

/** An alarm over two channels to a person who said yes. */
async function coming(limited: boolean): Promise<{ reportId: number; rows: [number, number] }> {
  const { id: person } = await createPerson(db, { mobile: `+49151${7_000_000 + ++numbered}` });
  const { id: group } = await createGroup(db, { members: [person] });
  const lists = limited ? [(await createMailingList(db, { groups: [{ id: group, stopLimit: 1 }] })).id] : [];
  const { id: reportId } = await createReport(db);
  for (const type of ['email', 'sms']) {
    const channelId = (await createChannel(db, type)).id;
    await createDraft(db, { reportId, channelId, lists, people: limited ? [] : [person], requestAnswer: true });
  }
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "arrivals-${reportId}") { _id } }`);
  await settle(server.app);
  const { rows } = await sql<{ id: number }>`
    select id from message_recipients where report_id = ${reportId} order by id`.execute(db);
  const [mail, sms] = rows.map(({ id }) => id) as [number, number];
  await recordAnswer(server.app, { recipientId: mail, option: '1', source: 'link' });
  return { reportId, rows: [mail, sms] };
}

/** Returns whether a transaction waits for a lock. */
const isWaiting = async () =>
  (
    await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    )
  ).rows.length > 0;

const arrivalsOf = async (reportId: number) =>
  (await db.selectFrom('arrivals').select('personId').where('reportId', '=', reportId).execute()).length;

for (const limited of [true, false]) {
  const where = limited ? 'with a stop limit' : 'without one';

  test(`keeps no arrival if a no comes at the same moment, ${where}`, async () => {
    const { reportId, rows } = await coming(limited);
    const [mail, sms] = rows;
    let arriving: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (tx) => {
      await recordAnswerIn(server.app, tx, { recipientId: sms, option: '2', source: 'sms' });
      arriving = recordArrival(server.app, { recipientId: mail, arrived: true, source: 'operator' }).catch(
        (error: unknown) => error,
      );
      await until(isWaiting);
    });
    const refused = await arriving;
    assert.ok(refused instanceof Refusal && refused.key === 'error_not_coming');
    assert.equal(await arrivalsOf(reportId), 0);
  });

  test(`with many answers at once on two channels a person with a last no has not arrived, ${where}`, async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => coming(limited)));
    await Promise.all(
      all.flatMap(({ rows: [mail, sms] }) => [
        recordArrival(server.app, { recipientId: mail, arrived: true, source: 'link' }).catch(() => undefined),
        recordAnswer(server.app, { recipientId: sms, option: '2', source: 'sms' }),
      ]),
    );
    for (const { reportId } of all) assert.equal(await arrivalsOf(reportId), 0);
  });
}
