import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPerson } from '#server/testing/factories.ts';
import { createDraft } from '#server/testing/messages.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

/** Until a statement of the database waits for a row that another transaction holds. */
async function waitForCollision(): Promise<void> {
  const query = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (let tries = 0; tries < 400; tries++) {
    if ((await server.app.database.pool.query(query)).rowCount) return;
    await sleep(25);
  }
  throw new Error('nothing waits');
}

test('a person who is removed while an alarm is launched makes it reach the others, not fail', async () => {
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  const [stays, goes] = [await createPerson(db), await createPerson(db)];
  const { id } = await createDraft(db, { people: [stays.id, goes.id] });
  const { sending } = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('people').where('id', '=', goes.id).execute();
    const document = `mutation { sendMessage(id: ${id}, launchKey: "launch-key-of-this-test") { recipientCount } }`;
    const launched = manager.run(document);
    await waitForCollision();
    return { sending: launched };
  });
  assert.equal((await sending).sendMessage.recipientCount, 1);
});
