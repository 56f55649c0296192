import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { acceptKey } from './accept-key.ts';
import { loadConfig } from './config.ts';
import { deriveSecrets, tokenOf } from './secrets.ts';
import { type RunningServer, startServer } from './server.ts';
import { createPerson, createReport } from './testing/factories.ts';
import { createDraft } from './testing/messages.ts';
import { startTestServer, type TestServer } from './testing/server.ts';

const newKey = 'another secret key, since the first one is lost';
let first: TestServer;
let second: RunningServer;
before(async () => {
  first = await startTestServer({ ROLES: 'web' });
});
after(async () => {
  await second.stop();
  await first.stop();
});

test('under a new key the answer links that were sent still open, and so do those that leave from now on', async () => {
  const { db, secrets, config } = first.app;
  const people = [await createPerson(db), await createPerson(db)];
  const report = await createReport(db, { type: 'activation' });
  const draft = { reportId: report.id, people: people.map(({ id }) => id), requestAnswer: true };
  const { id } = await createDraft(db, draft);
  const manager = await first.as('crisis_manager');
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "key") { _id } }`);
  const nonces = await db
    .selectFrom('messageRecipients')
    .select('nonce')
    .where('messageId', '=', id)
    .orderBy('id')
    .execute();
  const [sent, waiting] = nonces.map(({ nonce }) => nonce);
  for (const status of ['sending', 'sent'])
    await sql`update message_recipients set status = ${status} where nonce = ${sent}`.execute(db);

  const { DATABASE_URL = '', DATA_DIR } = config;
  const changed = { DATABASE_URL, DATA_DIR, SECRET_KEY: newKey, LOG_LEVEL: 'silent', PORT: '0', ROLES: 'web' };
  await acceptKey(loadConfig(changed));
  second = await startServer(loadConfig(changed));
  const open = async (token: string) => (await fetch(`${second.url}/a/${token}`)).status;
  assert.equal(await open(tokenOf(secrets.link, sent!)), 200);
  assert.equal(await open(tokenOf(deriveSecrets(newKey).link, waiting!)), 200);
  assert.equal(await open(tokenOf(secrets.link, waiting!)), 404, 'nobody was ever sent that one');
});
