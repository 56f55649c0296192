import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createUser } from '#testing/factories.ts';
import { post, takeMail, tokenIn } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { hashPassword } from './password.ts';

const password = 'vier Zebras grasen im Nebel';
const wrong = 'something wrong entirely';
let server: TestServer;
let passwordHash: string;
before(async () => {
  server = await startTestServer({ TRUST_PROXY: '1' });
  passwordHash = await hashPassword(password);
});
after(() => server.stop());

let networks = 0;
/** An address no other test uses. */
const network = () => `10.2.${++networks}.7`;
const signIn = (email: string, given: string, from: string) =>
  post(server, '/api/auth', { email, password: given }, { from });
const statusesOf = async (answers: Promise<{ status: number }>[]) => {
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  return (status: number) => statuses.filter((one) => one === status).length;
};

test('failures with invented addresses do not block users known in that network', async () => {
  const [known, stranger] = [
    await createUser(server.app.db, { passwordHash }),
    await createUser(server.app.db, { passwordHash }),
  ];
  const office = network();
  assert.equal((await signIn(known.email, password, office)).status, 200);
  for (let n = 0; n < 22; n++) await signIn(`nobody${n}@example.org`, wrong, office);
  assert.equal((await signIn(stranger.email, password, office)).status, 429);
  assert.equal((await signIn(known.email, password, office)).status, 200);
});

test('mistyping in a known network delays only that user, and only in that network', async () => {
  const [one, other] = [
    await createUser(server.app.db, { passwordHash }),
    await createUser(server.app.db, { passwordHash }),
  ];
  const office = network();
  assert.equal((await signIn(one.email, password, office)).status, 200);
  for (let n = 0; n < 10; n++) assert.equal((await signIn(one.email, wrong, office)).status, 401);
  assert.equal((await signIn(one.email, password, office)).status, 429);
  assert.equal((await signIn(other.email, password, office)).status, 200);
  assert.equal((await signIn(one.email, password, network())).status, 200);
});

test('a new password ends the delay in every network', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const [office, home, elsewhere] = [network(), network(), network()];
  for (const from of [office, home]) assert.equal((await signIn(email, password, from)).status, 200);
  for (const from of [office, home, elsewhere]) {
    assert.equal((await signIn(email, wrong, from)).status, 401);
    await sql`update attempts set count = 100 where count = 1 and last_at > now() - interval '1 minute'
      and expires_at between now() + interval '1 hour' and now() + interval '2 days'`.execute(server.app.db);
    assert.equal((await signIn(email, password, from)).status, 429);
  }
  await post(server, '/api/forgot-password', { email });
  const token = tokenIn(await takeMail(server, email));
  const next = 'sieben Kraniche ziehen heim';
  assert.equal((await post(server, '/api/reset-password', { token, password: next })).status, 200);
  for (const from of [office, home, elsewhere]) assert.equal((await signIn(email, next, from)).status, 200);
});

test('tries no more concurrent wrong passwords than consecutive ones', async () => {
  const { email } = await createUser(server.app.db, { passwordHash });
  const spread = Array.from({ length: 100 }, () => network());
  const ofAccount = await statusesOf(spread.map((from) => signIn(email, wrong, from)));
  assert.ok(ofAccount(401) <= 11, `${ofAccount(401)} tried`);
  assert.equal(ofAccount(401) + ofAccount(429), 100);
  const noisy = network();
  const ofNetwork = await statusesOf(spread.map((_from, n) => signIn(`none${n}@example.org`, wrong, noisy)));
  assert.deepEqual([ofNetwork(401), ofNetwork(429)], [20, 80]);
});

test('two hundred concurrent sign-ins from an unknown network all succeed', async () => {
  const house = network();
  const emails: string[] = [];
  for (let n = 0; n < 200; n++) emails.push((await createUser(server.app.db, { passwordHash })).email);
  const answers = await statusesOf(emails.map((email) => signIn(email, password, house)));
  assert.equal(answers(200), 200);
});

test('a right password without a code or for a blocked account does not count as a failure', async () => {
  const { email } = await createUser(server.app.db, { passwordHash, isActive: false });
  const from = network();
  for (let n = 0; n < 25; n++) assert.equal((await signIn(email, password, from)).status, 403);
});
