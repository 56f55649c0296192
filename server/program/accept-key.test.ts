import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { openSession } from '#server/accounts/sessions.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import { createPersonToken } from '#server/contacts/people/tokens.ts';
import { loadConfig } from '#server/platform/config.ts';
import { deriveSecrets, tokenOf } from '#server/platform/secrets.ts';
import { createPerson, createReport } from '#testing/factories.ts';
import { type Gateway, tell } from '#testing/fakes/gateway.ts';
import { isSigned, startReceiver } from '#testing/fakes/receiver.ts';
import { createDraft } from '#testing/messages.ts';
import { createClient, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { acceptKey } from './accept-key.ts';
import { type RunningServer, startServer } from './server.ts';

const newKey = 'another secret key, since the first one is lost';
let first: TestServer;
let second: RunningServer;
before(async () => {
  first = await startTestServer({ ROLES: 'web', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
});
after(async () => {
  await second.stop();
  await lost.stop();
  await first.stop();
});

let signedIn: TestClient;
let sms: SmsChannel;
let lost: Awaited<ReturnType<typeof startReceiver>>;
let webhook = 0;
let invited: { id: number; email: string };
const ofPerson: { id: number } = { id: 0 };

const createWebhook = 'mutation ($i: CreateWebhookInput!) { createWebhook(input: $i) { webhook { _id } } }';
const rotate = (id: number) => `mutation { rotateWebhookSecret(id: ${id}) { secret webhook { previousSecretUntil } } }`;

/** Creates waiting mails, a channel, and a changed webhook secret. */
async function prepare(): Promise<void> {
  const { db } = first.app;
  signedIn = await first.as('administrator');
  sms = await createSmsChannel(first, { url: 'https://sms.example.org' } as Gateway);
  lost = await startReceiver((response) => void response.writeHead(200).end());
  const input = { name: 'Leitstelle', url: lost.url, eventTypes: ['event.finished'] };
  webhook = (await signedIn.run(createWebhook, { i: input })).createWebhook.webhook._id;
  await signedIn.run(rotate(webhook));
  const email = 'eingeladen@example.org';
  const user = 'mutation ($i: CreateUserInput!) { createUser(input: $i) { _id } }';
  const { createUser } = await signedIn.run(user, { i: { email, firstName: 'Inge', lastName: 'Laden' } });
  invited = { id: createUser._id, email };
  const { id: personId } = await createPerson(db);
  ofPerson.id = await db.transaction().execute((tx) => createPersonToken(first.app, tx, personId));
  await sendSystemMail(first.app, db, {
    identifier: 'person_registration',
    to: { personId },
    language: 'de',
    personTokenId: ofPerson.id,
  });
}

test('with a new key, earlier and new answer links open', async () => {
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

  await prepare();
  const { DATABASE_URL = '', DATA_DIR } = config;
  const changed = {
    DATABASE_URL,
    DATA_DIR,
    SECRET_KEY: newKey,
    LOG_LEVEL: 'silent',
    PORT: '0',
    ROLES: 'web',
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
  };
  await acceptKey(loadConfig(changed));
  second = await startServer(loadConfig(changed));
  const open = async (token: string) => (await fetch(`${second.url}/a/${token}`)).status;
  assert.equal(await open(tokenOf(secrets.link, sent!)), 200);
  assert.equal(await open(tokenOf(deriveSecrets(newKey).link, waiting!)), 200);
  assert.equal(await open(tokenOf(secrets.link, waiting!)), 404, 'nobody was ever sent that one');
});

test('links of queued mails open when they arrive', async () => {
  const { db } = second.app;
  const nonceOf = async (table: 'oneTimeTokens' | 'personTokens', column: 'id' | 'userId', id: number) =>
    (await db.selectFrom(table).select('nonce').where(sql.ref(column), '=', id).executeTakeFirstOrThrow()).nonce;
  const { link } = deriveSecrets(newKey);
  const token = tokenOf(link, await nonceOf('oneTimeTokens', 'userId', invited.id));
  const body = JSON.stringify({ token, password: 'vier Zebras grasen im Nebel' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${second.url}/api/reset-password`, { method: 'POST', headers, body });
  assert.equal(answer.status, 200);
  const own = tokenOf(link, await nonceOf('personTokens', 'id', ofPerson.id));
  assert.equal((await fetch(`${second.url}/p/${own}`)).status, 200);
});

test('providers keep their known callback address; a webhook signs with its new secret only', async () => {
  const token = await openSession(second.app, signedIn.userId!, { userAgent: 'test' });
  const administrator = createClient(second.url, signedIn.userId, token);
  const { channel } = await administrator.run(`{ channel(id: ${sms.id}) { callbackUrl } }`);
  assert.equal(new URL(channel.callbackUrl).pathname, new URL(sms.callbackUrl).pathname);
  await administrator.run('mutation ($i: UpdateChannelInput!) { updateChannel(input: $i) { _id } }', {
    i: { id: sms.id, settings: { provider: 'sms-gateway', url: 'https://sms.example.org', secret: sms.secret } },
  });
  const address = second.url + new URL(sms.callbackUrl).pathname;
  assert.equal((await tell(address, [], sms.secret)).status, 200);
  assert.equal((await tell(`${address}x`, [], sms.secret)).status, 404);

  const test = `mutation { testWebhook(id: ${webhook}) { status error } }`;
  assert.deepEqual((await administrator.run(test)).testWebhook, { status: 'failed', error: 'secret' });
  const { rotateWebhookSecret: made } = await administrator.run(rotate(webhook));
  assert.equal(made.webhook.previousSecretUntil, null);
  assert.deepEqual((await administrator.run(test)).testWebhook, { status: 'delivered', error: null });
  assert.ok(isSigned(lost.got[0]!, made.secret));
});
