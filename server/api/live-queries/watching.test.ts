import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { Role } from '#shared/permissions.ts';
import { createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric, type TestWatcher, watch } from '#testing/watching.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const board = 'subscription ($id: ID!) { reportChanged(id: $id) { title answers { positive none } } }';
const rename = 'mutation ($id: ID!, $title: String!) { updateReport(input: { id: $id, title: $title }) { id } }';
const everyone = (watchers: readonly TestWatcher[], holds: (watcher: TestWatcher) => boolean) =>
  until(async () => watchers.every(holds));
const titleOf = ({ seen }: TestWatcher) => seen.at(-1)?.data.reportChanged.title;

test('computes a change once for any number of watchers, and all receive it', async () => {
  const { id } = await createReport(db, { type: 'staff_information', title: 'Alt' });
  const editor = await server.as('editor');
  const others = [await server.as('editor'), await server.as('editor')];
  const clients = Array.from({ length: 40 }, (_, at) => [editor, ...others][at % 3]!);
  const watchers = clients.map((client) => watch(server, client, board, { id: String(id) }));
  await everyone(watchers, ({ seen }) => seen.length > 0);
  const [views, computed] = [await metric(server, 'live_views'), await metric(server, 'live_computations')];
  assert.equal(views, 1, 'users of one role share a view');
  assert.equal(await metric(server, 'live_watchers'), 40);
  await editor.run(rename, { id: String(id), title: 'Neu' });
  await everyone(watchers, (watcher) => titleOf(watcher) === 'Neu');
  assert.equal(await metric(server, 'live_computations'), computed + 1);
  for (const watcher of watchers) watcher.stop();
  await until(async () => (await metric(server, 'live_views')) === 0);
});

test('shows a change as soon as its failed computation succeeds', async () => {
  const { id } = await createReport(db, { type: 'staff_information', title: 'Alt' });
  const watcher = watch(server, await server.as('editor'), board, { id: String(id) });
  await everyone([watcher], ({ seen }) => seen.length > 0);
  const computed = await metric(server, 'live_computations');
  await sql`alter table answers rename to test_answers`.execute(db);
  try {
    await db.updateTable('reports').set({ title: 'Neu' }).where('id', '=', id).execute();
    await publish(db, { report: [id] });
    await until(async () => (await metric(server, 'live_computations')) > computed);
  } finally {
    await sql`alter table test_answers rename to answers`.execute(db);
  }
  await everyone([watcher], (one) => titleOf(one) === 'Neu');
  watcher.stop();
});

test('merges rapid changes into few computations and always shows the last one', async () => {
  const { id } = await createReport(db, { type: 'staff_information', title: 'Alt' });
  const editor = await server.as('editor');
  const watcher = watch(server, editor, board, { id: String(id) });
  await everyone([watcher], ({ seen }) => seen.length > 0);
  for (let n = 1; n <= 30; n++) await editor.run(rename, { id: String(id), title: `Titel ${n}` });
  await everyone([watcher], (one) => titleOf(one) === 'Titel 30');
  assert.ok(watcher.seen.length < 31, `${watcher.seen.length} events`);
  watcher.stop();
});

test('the same document shows all watchers only data that their own rights allow', async () => {
  const person = await createPerson(db, { mobile: '+4915155500001' });
  const channel = await createChannel(db, 'sms');
  const { id } = await createDraft(db, { people: [person.id], channelId: channel.id });
  const send = 'mutation ($id: ID!) { sendMessage(id: $id, launchKey: "rights") { _id } }';
  await manager.run(send, { id: String(id) });
  await db.updateTable('messageRecipients').set({ isPrivate: true }).where('messageId', '=', id).execute();
  const fields = `messageRecipients { edges { node { targetAddress person { lastName } } } }
    report { insertedBy { id email } }`;
  const roles: Role[][] = [
    ['crisis_manager'],
    ['contact_manager'],
    ['editor'],
    ['administrator'],
    ['crisis_manager', 'contact_manager'],
    ['documentation_officer'],
    ['crisis_manager'],
  ];
  const clients = [manager, ...(await Promise.all(roles.map((own) => server.as(...own))))];
  const expected = await Promise.all(
    clients.map((client) => client.send(`query ($id: ID!) { message(id: $id) { ${fields} } }`, { id: String(id) })),
  );
  const document = `subscription ($id: ID!) { messageChanged(id: $id) { ${fields} } }`;
  const watchers = clients.map((client) => watch(server, client, document, { id: String(id) }));
  await everyone(watchers, ({ seen }) => seen.length > 0);
  for (const [at, { seen, stop }] of watchers.entries()) {
    assert.deepEqual(seen[0].data?.messageChanged, expected[at]!.data?.message, String([['maker'], ...roles][at]));
    stop();
  }
  const kinds = new Set(expected.map(({ data }) => JSON.stringify(data)));
  assert.ok(kinds.size > 1, 'there is something to be hidden');
});

test('answers simultaneous queries alike, each with the rights of its user', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => server.as('editor')));
  const who = await Promise.all(
    Array.from({ length: 60 }, (_, at) => clients[at % 6]!.run('{ currentUser { _id } events { totalCount } }')),
  );
  for (const [at, answer] of who.entries()) assert.equal(answer.currentUser._id, clients[at % 6]!.userId);
});

test('limits the streams of one session and serves other sessions', async () => {
  const { id } = await createReport(db, { type: 'staff_information', title: 'Alt' });
  const [greedy, other] = [await server.as('editor'), await server.as('editor')];
  const open = (client: TestClient) => watch(server, client, board, { id: String(id) });
  const watchers = Array.from({ length: 20 }, () => open(greedy));
  await everyone(watchers, ({ seen }) => seen.length > 0);
  const refused = await fetch(`${server.url}/api/graphql/stream`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${greedy.token}`,
    },
    body: JSON.stringify({ query: board, variables: { id: String(id) } }),
  });
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const beside = open(other);
  await everyone([beside], ({ seen }) => seen.length > 0);
  watchers.pop()!.stop();
  await until(async () => (await metric(server, 'live_watchers')) === 20);
  const again = open(greedy);
  await everyone([again], ({ seen }) => seen.length > 0);
  for (const watcher of [...watchers, beside, again]) watcher.stop();
  await until(async () => (await metric(server, 'live_watchers')) === 0);
});

test('watches nothing when signed out and refuses an invalid document before', async () => {
  const signedOut = watch(server, { token: null }, board, { id: '1' });
  await everyone([signedOut], ({ seen }) => seen.length > 0);
  assert.equal(signedOut.seen[0].errors[0].extensions.code, 'UNAUTHENTICATED');
  assert.equal(signedOut.seen[0].data, null);
  signedOut.stop();
  const wrong = watch(server, manager, 'subscription { nothing }');
  await until(async () => wrong.hasEnded());
  assert.deepEqual(
    wrong.seen.filter(({ data }) => data),
    [],
  );
});

test('exhausting the connections of live views blocks no answer, launch or page', async () => {
  const { pool } = server.app.pools.live.database;
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const { id } = await createReport(db, { type: 'staff_information', title: 'Alt' });
  const watcher = watch(server, manager, board, { id: String(id) });
  const person = await createPerson(db);
  const draft = await createDraft(db, { reportId: id, people: [person.id], requestAnswer: true });
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "held") { _id } }', {
    id: String(draft.id),
  });
  const { report } = await manager.run('query ($id: ID!) { report(id: $id) { messages { totalCount } } }', {
    id: String(id),
  });
  assert.equal(report.messages.totalCount, 1);
  assert.equal(watcher.seen.length, 0);
  for (const client of held) client.release();
  await everyone([watcher], ({ seen }) => seen.length > 0);
  watcher.stop();
});
