import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { fewestConnections, type PoolName, type ProcessRole, sharesOf } from '#server/platform/connection-shares.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createGate } from '#server/platform/limiter.ts';
import { tokenOf } from '#server/platform/secrets.ts';
import { createPerson, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric } from '#testing/watching.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web', DATABASE_CONNECTIONS: String(fewestConnections(['web'])) });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'contact_manager');
});
after(() => server.stop());

test('divides connections so that every pool has some and the total is never exceeded', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<ProcessRole[]>(['web'], ['worker'], ['web', 'worker']),
      fc.integer({ min: 0, max: 1000 }),
      (roles, more) => {
        const total = fewestConnections(roles) + more;
        const shares = sharesOf(total, roles);
        const sum = Object.values(shares).reduce((all, one) => all + one, 0);
        assert.ok(Object.values(shares).every((one) => one >= (roles.includes('web') ? 2 : 1)));
        assert.ok(shares.vital >= Math.max(5, shares.live));
        assert.equal(sum + (roles.includes('worker') ? 8 : 0) + 1, total);
      },
    ),
  );
});

/** Takes all places of a pool and all in its line; the returned function gives them back. */
async function exhaust(name: PoolName, gate = server.app.pools[name].gate): Promise<() => Promise<void>> {
  const places: Promise<(() => void) | null>[] = [];
  const { refused } = gate;
  while (gate.refused === refused) {
    places.push(gate.enter().catch(() => null));
    await new Promise(setImmediate);
  }
  return async () => {
    for (const place of places) (await place)?.();
  };
}

const ask = (query: string) =>
  fetch(`${server.url}/api/graphql/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${manager.token}` },
    body: JSON.stringify({ query }),
  });

async function asked() {
  const person = await createPerson(db);
  const report = await createReport(db);
  const draft = await createDraft(db, { reportId: report.id, people: [person.id], requestAnswer: true });
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(draft.id), key: `budget-${draft.id}` });
  const row = await db
    .selectFrom('messageRecipients')
    .selectAll()
    .where('messageId', '=', draft.id)
    .executeTakeFirstOrThrow();
  return { report, link: `${server.url}/a/${tokenOf(server.app.secrets.link, row.nonce)}` };
}

const markIn = (html: string) => /name="mark" value="([^"]+)"/.exec(html)![1]!;

test('refuses pages beyond their pool while launches and answers succeed', async () => {
  const giveBack = await exhaust('pages');
  const response = await ask('{ events { totalCount } }');
  assert.equal(response.status, 503);
  assert.match(response.headers.get('retry-after')!, /^[2-5]$/);
  const { errors } = await response.json();
  assert.deepEqual([errors[0].message, errors[0].extensions.code], ['error_busy', 'UNAVAILABLE']);
  const { link, report } = await asked();
  const page = await fetch(link);
  const mark = markIn(await page.text());
  const taken = await fetch(link, { method: 'POST', body: new URLSearchParams({ mark, option: '1' }) });
  assert.equal(taken.status, 200);
  const answers = await db.selectFrom('answers').selectAll().where('reportId', '=', report.id).execute();
  assert.equal(answers.length, 1);
  assert.ok((await metric(server, 'budget_refused_total', '{budget="pages"}')) >= 1);
  await giveBack();
  await until(async () => (await ask('{ events { totalCount } }')).ok);
});

test('a stream starts while slow views use all connections of live views', async () => {
  const { database } = server.app.pools.live;
  const clients = await Promise.all(Array.from({ length: database.pool.options.max! }, () => database.pool.connect()));
  const response = await fetch(`${server.url}/api/graphql/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${manager.token}`,
    },
    body: JSON.stringify({ query: 'subscription { runningEventsChanged }' }),
  });
  assert.match(response.headers.get('content-type')!, /text\/event-stream/);
  for (const client of clients) client.release();
  await response.body!.cancel();
});

test('serves views with many watchers before those with few, which still follow', async () => {
  const gate = createGate({ width: 1, queue: 1000, refusal: () => assert.fail() });
  const leave = await gate.enter();
  const order: string[] = [];
  const pass = async (name: string, weight: number) => {
    const go = await gate.enter(weight);
    order.push(name);
    setImmediate(go);
  };
  const all = [pass('one', 2), pass('two', 2), pass('many', 100_000)];
  leave();
  await Promise.all(all);
  assert.deepEqual(order, ['many', 'one', 'two']);
});

test('refuses exports beyond their pool and accepts them later, while pages are served', async () => {
  const giveBack = await exhaust('bulk');
  const headers = { authorization: `Bearer ${manager.token}` };
  const response = await fetch(`${server.url}/api/v2/people.csv`, { headers });
  assert.equal(response.status, 503);
  assert.ok(response.headers.get('retry-after'));
  assert.ok((await ask('{ events { totalCount } }')).ok);
  await giveBack();
});

test('the page keeps and resends an answer that cannot be stored; a repeated answer counts once', async () => {
  const { link, report } = await asked();
  const mark = markIn(await (await fetch(link)).text());
  const giveBack = await exhaust('answers');
  const form = new URLSearchParams({ mark, option: '1', text: 'Bin "gleich" <da>' });
  const refused = await fetch(link, { method: 'POST', body: form });
  assert.equal(refused.status, 503);
  const html = await refused.text();
  assert.match(html, /ist nicht verloren/);
  assert.match(html, /value="Bin &quot;gleich&quot; &lt;da&gt;"/);
  assert.equal(markIn(html), mark);
  assert.match(html, /<script>/);
  assert.match(refused.headers.get('content-security-policy')!, /script-src 'sha256-/);
  const opened = await fetch(link);
  assert.equal(opened.status, 503);
  assert.ok(opened.headers.get('refresh'), 'who only opens it waits for the page');
  await giveBack();
  for (let n = 0; n < 2; n++) assert.equal((await fetch(link, { method: 'POST', body: form })).status, 200);
  const answers = await db.selectFrom('answers').selectAll().where('reportId', '=', report.id).execute();
  assert.deepEqual(
    answers.map(({ text }) => text),
    ['Bin "gleich" <da>'],
  );
});

test('launching, stopping and signing in do not wait for other changes', async () => {
  const giveBack = await exhaust('vital', server.app.pools.vital.lesser);
  const refused = await ask('mutation { createEvent(input: { name: "Später", mode: LIVE }) { id } }');
  assert.equal(refused.status, 503);
  assert.match(refused.headers.get('retry-after')!, /^[2-5]$/);
  const { report } = await asked();
  const stop = await ask(`mutation { finishEvent(id: ${report.eventId}) { isRunning } }`);
  assert.equal((await stop.json()).data.finishEvent.isRunning, false);
  const signIn = await fetch(`${server.url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: server.app.config.OWNER_EMAIL, password: 'owner password of the tests' }),
  });
  assert.equal(signIn.status, 200);
  assert.ok((await metric(server, 'budget_refused_total', '{budget="changes"}')) >= 1);
  await giveBack();
  await until(async () => (await ask('mutation { createEvent(input: { name: "Jetzt", mode: LIVE }) { id } }')).ok);
});

test('answers do not wait for reports of providers', async () => {
  const { link } = await asked();
  const giveBack = await exhaust('answers', server.app.pools.answers.lesser);
  const callback = `${server.url}/api/channels/1/wrong`;
  const told = await fetch(callback, { method: 'POST', body: '[]' });
  assert.equal(told.status, 503);
  assert.ok(told.headers.get('retry-after'), 'the provider tells it again');
  assert.equal((await fetch(link)).status, 200);
  await giveBack();
  await until(async () => (await fetch(callback, { method: 'POST', body: '[]' })).status === 404);
});
