import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '#server/testing/app.ts';
import { createRecipients } from '#server/testing/deliveries.ts';
import { claimRecipients } from './claim.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

test('of recipients that two processes died holding, a process holds one at a time; the others wait for nobody', async () => {
  const { messageId, recipients } = await createRecipients(app.db, { count: 8 });
  const { channelId } = await app.db
    .selectFrom('messages')
    .select('channelId')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  const suspects = recipients.slice(0, 3).map(({ id }) => id);
  await app.db.updateTable('messageRecipients').set({ crashCount: 2 }).where('id', 'in', suspects).execute();
  const claim = async (node: string, count: number) => {
    const claimed = await claimRecipients(app.db, { id: node }, [{ messageId, channelId, count }]);
    return claimed.map(({ id }) => recipients.findIndex((one) => one.id === id)).sort((a, b) => a - b);
  };
  assert.deepEqual(await claim('one', 4), [0, 3]);
  assert.deepEqual(await claim('one', 2), [4, 5]);
  assert.deepEqual(await claim('two', 8), [1, 6, 7]);
  assert.deepEqual(await claim('two', 8), []);
  await sql`update message_recipients set status = 'failed' where id = ${suspects[0]}`.execute(app.db);
  assert.deepEqual(await claim('one', 8), [2]);
});
