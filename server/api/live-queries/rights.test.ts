import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { newKey } from '#server/api/viewer/key.ts';
import { publish } from '#server/platform/live/live.ts';
import { schema } from '#server/program/schema.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { type Role, roles } from '#shared/permissions.ts';
import { createMessage, createReport, createUser } from '#testing/factories.ts';
import { minimalCall } from '#testing/minimal-call.ts';
import { closedToKeys, permissionMatrix, roleOfLetter } from '#testing/permission-matrix.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric, type TestWatcher, watch } from '#testing/watching.ts';

let server: TestServer;
let ids: { event: number; report: number; message: number };
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  const report = await createReport(server.app.db, { type: 'staff_information' });
  const message = await createMessage(server.app.db, { reportId: report.id });
  ids = { event: report.eventId, report: report.id, message: message.id };
});
after(() => server.stop());

const subscriptions = Object.values(schema.getSubscriptionType()!.getFields());
const open = (field: (typeof subscriptions)[number], token: string | null) => {
  const kind = field.name.replace('Changed', '') as keyof typeof ids;
  const { document, variables } = minimalCall('subscription', field, { id: String(ids[kind]) });
  return watch(server, { token }, document, variables);
};
const touchEverything = () =>
  publish(server.app.db, {
    event: [ids.event],
    report: [ids.report],
    message: [ids.message],
    exercise: [0],
    running: true,
    system: true,
    replies: true,
    incoming: true,
    channels: true,
  });

async function newApiKey(): Promise<string> {
  const { id } = await createUser(server.app.db, { roles: [...roles] });
  const { key, ...stored } = newKey();
  const row = { name: 'Leitstelle', scopes: [...keyFeatures], insertedBy: id, ...stored };
  await server.app.db.insertInto('apiKeys').values(row).execute();
  return key;
}

/** Opens every subscription and compares with the table; others get no changes. */
async function compare(token: string | null, mayWatch: (name: string, access: string) => boolean): Promise<void> {
  const refusal = token === null ? 'UNAUTHENTICATED' : 'FORBIDDEN';
  const watchers: [string, boolean, TestWatcher][] = subscriptions.map((field) => {
    const name = `Subscription.${field.name}`;
    return [name, mayWatch(name, permissionMatrix[name]!), open(field, token)];
  });
  await until(async () => watchers.every(([, may, { seen, hasEnded }]) => seen.length > 0 && hasEnded() !== may));
  await until(async () => (await metric(server, 'live_watchers')) === watchers.filter(([, may]) => may).length);
  const before = watchers.map(([, , { seen }]) => seen.length);
  await touchEverything();
  await until(async () => watchers.every(([, may, { seen }], at) => !may || seen.length > before[at]!));
  for (const [name, may, { seen, stop }] of watchers) {
    assert.equal(seen[0].errors?.[0].extensions.code, may ? undefined : refusal, name);
    assert.ok(may || (seen.length === 1 && seen[0].data === null), name);
    stop();
  }
  await until(async () => (await metric(server, 'live_watchers')) === 0);
}

test('refuses every subscription when signed out, before any data, and ends its stream', () =>
  compare(null, () => false));

const rolesOf = (access: string) => access.split(' ').map((letter) => roleOfLetter[letter]);
for (const role of [null, ...roles] as (Role | null)[]) {
  test(`${role ?? 'somebody without a role'} can watch what the table allows; every other stream ends`, async () => {
    const { token } = await server.as(...(role ? [role] : []));
    await compare(token, (_name, access) => access === 'signedIn' || (role !== null && rolesOf(access).includes(role)));
  });
}

test('an API key with all possible scopes cannot watch data that is closed to keys', async () =>
  compare(await newApiKey(), (name) => !closedToKeys.has(name)));

test('a refused stream returns a status that prevents repeated requests', async () => {
  const { token } = await server.as('editor');
  for (const [query, bearer, status] of [
    ['subscription { channelsChanged }', token, 403],
    ['subscription { channelsChanged }', null, 401],
    ['subscription { eventChanged(id: "no id") { _id } }', token, 400],
  ] as const) {
    const answer = await fetch(`${server.url}/api/graphql/stream`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      body: JSON.stringify({ query }),
    });
    assert.equal(answer.status, status, query);
    await answer.text();
  }
});
