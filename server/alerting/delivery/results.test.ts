import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { recordResults } from './results.ts';
import { sent } from './retry.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

test('a worker that was stopped for long records no result under a claim that another one took over', async () => {
  const { messageId, recipients } = await createRecipients(app.db, { count: 1, delayed: true });
  const { id } = recipients[0]!;
  const row = async () => {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(r) as row from message_recipients r where message_id = ${messageId}`.execute(app.db);
    return rows[0]!.row as { status: string; external_id: string | null };
  };
  const record = (worker: string, epoch: number) => {
    const write = recordResults(
      app,
      { id: worker },
      () => {},
      () => false,
    );
    return write({ recipient: { id, epoch, lane: 'normal' }, ...sent({ externalId: `${worker} ${epoch}` }) });
  };
  await sql`update message_recipients set status = 'sending', owner = 'other', epoch = 2 where id = ${id}`.execute(
    app.db,
  );
  const claimed = await row();
  await record('stopped', 1);
  await record('stopped', 2);
  await record('other', 1);
  assert.deepEqual(await row(), claimed);
  await record('other', 2);
  assert.partialDeepStrictEqual(await row(), { status: 'sent', external_id: 'other 2' });
});
