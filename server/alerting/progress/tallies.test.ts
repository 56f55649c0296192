import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStatuses } from '#shared/delivery-states.ts';
import { createPerson, createReport } from '#testing/factories.ts';
import { createDraft, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';
import { foldTallies } from './tallies.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

let keys = 0;
async function sentTo(people: number): Promise<{ id: number; reportId: number; recipients: number[] }> {
  const ids: number[] = [];
  for (let n = 0; n < people; n++) ids.push((await createPerson(db)).id);
  const report = await createReport(db, { type: 'staff_information' });
  const { id } = await createDraft(db, { reportId: report.id, people: ids, requestAnswer: true });
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }', {
    id: String(id),
    key: `tallies-${++keys}`,
  });
  await settle(server.app);
  const rows = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', id)
    .orderBy('id')
    .execute();
  return { id, reportId: report.id, recipients: rows.map((row) => row.id) };
}

const result = `query ($id: ID!) { message(id: $id) { messageResult {
  total pending sent delivered read failed suppressed skipped expired cancelled } } }`;
const resultOf = async (id: number) => (await manager.run(result, { id: String(id) })).message.messageResult;

/** The same figures, counted. */
async function countedOf(id: number) {
  const { rows } = await sql<{ status: string; n: number }>`select status, count(*) as n from message_recipients
    where message_id = ${id} and not superseded group by status`.execute(db);
  const of = (...statuses: string[]) =>
    rows.reduce((sum, { status, n }) => sum + (statuses.includes(status) ? n : 0), 0);
  const shown = ['sent', 'delivered', 'read', 'failed', 'suppressed', 'skipped', 'expired', 'cancelled'];
  return {
    total: of(...recipientStatuses),
    pending: of('pending', 'queued', 'sending', 'retrying'),
    ...Object.fromEntries(shown.map((status) => [status, of(status)])),
  };
}

const changes = fc.array(
  fc.oneof(
    fc.record({ to: fc.constantFrom(...recipientStatuses), which: fc.uniqueArray(fc.nat(4), { minLength: 1 }) }),
    fc.record({ supersede: fc.nat(4) }),
    fc.record({ undo: fc.nat(4) }),
    fc.constant({ fold: true as const }),
  ),
  { maxLength: 12 },
);

test('counts match the rows after every change of recipients, reversed or late', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      const { id, recipients } = await sentTo(5);
      const set = (values: object, which: readonly number[]) =>
        db
          .updateTable('messageRecipients')
          .set(values)
          .where(
            'id',
            'in',
            which.map((at) => recipients[at]!),
          )
          .execute();
      await Promise.all(
        list.map(async (change) => {
          if ('fold' in change) await foldTallies(db);
          // the database refuses some paths
          else if ('to' in change) await set({ status: change.to }, change.which).catch(() => {});
          else if ('supersede' in change) await set({ superseded: true }, [change.supersede]);
          else {
            const taken = db.transaction().execute(async (tx) => {
              await sql`update message_recipients set superseded = not superseded
                where id = ${recipients[change.undo]!}`.execute(tx);
              throw new Error('taken back');
            });
            await taken.catch(() => {});
          }
        }),
      );
      assert.deepEqual(await resultOf(id), await countedOf(id));
    }),
    { numRuns: runs(15) },
  );
});

test('the board shows an answer long after the end, and a changed one', async () => {
  const { id, reportId, recipients } = await sentTo(3);
  await db.updateTable('messageRecipients').set({ status: 'sending' }).where('messageId', '=', id).execute();
  await db.updateTable('messageRecipients').set({ status: 'sent' }).where('messageId', '=', id).execute();
  await settle(server.app);
  const board = async () =>
    (
      await manager.run('query ($id: ID!) { report(id: $id) { answers { positive negative neutral none } } }', {
        id: String(reportId),
      })
    ).report.answers;
  assert.deepEqual(await board(), { positive: 0, negative: 0, neutral: 0, none: 3 });
  await foldTallies(db);
  const options = await db
    .selectFrom('answerOptions')
    .selectAll()
    .where('reportId', '=', reportId)
    .orderBy('id')
    .execute();
  const code = (kind: string) => options.find((option) => option.kind === kind)!.code;
  const answer = (option: string) =>
    recordAnswer(server.app, { recipientId: recipients[0]!, option, source: 'page', by: null });
  await answer(code('POSITIVE'));
  assert.deepEqual(await board(), { positive: 1, negative: 0, neutral: 0, none: 2 });
  await foldTallies(db);
  await answer(code('NEGATIVE'));
  assert.deepEqual(await board(), { positive: 0, negative: 1, neutral: 0, none: 2 });
});
