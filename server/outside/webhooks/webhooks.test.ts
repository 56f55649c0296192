import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { queueWebhooks } from '#server/alerting/event-log/webhook-queue.ts';
import { stepEvent } from '#server/alerting/events/steps.ts';
import { type Outlook, steadyPace } from '#server/platform/nodes/work-pace.ts';
import { handlersOf } from '#server/program/job-handlers.ts';
import { createEvent } from '#testing/factories.ts';
import { isSigned, type ReceivedRequest, startReceiver } from '#testing/fakes/receiver.ts';
import { takeMail } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { startWebhooks } from './start.ts';
import { usualWebhookTimes, waitAfter } from './times.ts';

let server: TestServer;
let administrator: TestClient;
const ends: (() => Promise<void>)[] = [];

before(async () => {
  server = await startTestServer({ ROLES: 'web', WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
  await server.app.jobs.work(handlersOf(server.app)); // the mails
  administrator = await server.as('administrator', 'editor');
  const times = {
    ...usualWebhookTimes,
    poll: [20, 40] as const,
    schedule: [0, 30, 30],
    timeout: 60_000,
    lease: 120_000,
  };
  ends.push(startWebhooks(server.app, times).stop);
});
after(async () => {
  for (const end of ends) await end();
  await server.stop();
});

const createDocument = `mutation ($i: CreateWebhookInput!) {
  createWebhook(input: $i) { secret webhook { _id url isActive version eventTypes } } }`;
const make = async (url: string, input: Record<string, unknown> = {}) =>
  (
    await administrator.run(createDocument, {
      i: { name: 'Leitstelle', url, eventTypes: ['event.finished'], ...input },
    })
  ).createWebhook;

async function receiver(...answer: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...answer);
  ends.unshift(started.stop);
  return started;
}

const running = (mode = 'LIVE') => createEvent(server.app.db, { isRunning: true, mode: mode as 'LIVE' });
const finish = (id: number) => administrator.run(`mutation { finishEvent(id: ${id}) { _id } }`);
const about = (id: number) => (request: ReceivedRequest) => request.body.includes(`"/api/v2/events/${id}"`);
const deliveries = async (webhook: number, rest = '') => {
  const fields = '_id key type status attempts error responseStatus response nextTryAt data';
  const document = `{ webhookDeliveries(webhook: ${webhook} ${rest}) { totalCount edges { node { ${fields} } } } }`;
  const data = await administrator.run(document);
  return data.webhookDeliveries.edges.map(({ node }: { node: unknown }) => node);
};
const settled = (webhook: number) =>
  until(async () => {
    const all = await deliveries(webhook);
    return all.length > 0 && all.every(({ status }: { status: string }) => status !== 'pending') && all;
  });
const webhook = async (id: number) => {
  const data = await administrator.run('{ webhooks { edges { node { _id isActive disabledReason failingSince } } } }');
  return data.webhooks.edges
    .map(({ node }: { node: unknown }) => node)
    .find((node: { _id: number }) => node._id === id);
};

test('sends each event once, minimal, signed, with whether it is an exercise', async () => {
  const { url, got, wait } = await receiver();
  const { webhook: made, secret } = await make(url);
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  const { id } = await running('EXERCISE');
  await finish(id);
  const request = await wait(about(id));
  assert.ok(isSigned(request, secret));
  assert.ok(!isSigned(request, `whsec_${Buffer.alloc(32).toString('base64')}`));
  assert.ok(!isSigned({ ...request, body: request.body.replace('EXERCISE', 'LIVE') }, secret));
  const { timestamp, ...body } = JSON.parse(request.body);
  assert.deepEqual(body, { type: 'event.finished', data: { mode: 'EXERCISE', event: `/api/v2/events/${id}` } });
  assert.ok(Math.abs(Date.now() - Date.parse(timestamp)) < 60_000);
  const [delivery] = await settled(made._id);
  assert.deepEqual([delivery.status, delivery.attempts, delivery.key], ['delivered', 1, request.headers['webhook-id']]);
  assert.equal(got.filter(about(id)).length, 1);
});

test('sends each step of a launch with an answer by ids, without any written text', async () => {
  const { url, wait, got } = await receiver();
  const types = ['event.started', 'message.launched', 'message.stopped', 'answer.recorded'];
  await make(url, { eventTypes: types });
  const created = await administrator.run(
    `mutation { createEvent(input: { name: "Geheimer Name", isRunning: true }) { _id } }`,
  );
  const id = created.createEvent._id;
  const { body } = await wait(about(id));
  assert.equal(JSON.parse(body).type, 'event.started');
  const ids = { message: 7, report: 8, recipient: 9, person: 10, groupId: 11 };
  const written = { title: 'Geheimer Titel', option: 'Geheime Antwort', kind: 'POSITIVE', source: 'link' };
  const data = { ...ids, ...written, minutes: 5, late: false };
  await queueWebhooks(server.app.db, [{ eventId: id, by: null, kind: 'answer', data }]);
  const answer = await wait((request) => request.body.includes('answer.recorded'));
  assert.deepEqual(JSON.parse(answer.body).data, {
    mode: 'LIVE',
    event: `/api/v2/events/${id}`,
    message: '/api/v2/messages/7',
    report: '/api/v2/reports/8',
    recipient: '/api/v2/message_recipients/9',
    person: '/api/v2/people/10',
    group: '/api/v2/groups/11',
  });
  assert.ok(!got.some((request) => request.body.includes('Geheim')));
});

test('sends nothing about failed changes: the delivery belongs to the transaction', async () => {
  const { webhook: made } = await make('https://receiver.example/', { eventTypes: ['event.finished'] });
  const { id } = await running();
  const broken = server.app.db.transaction().execute(async (tx) => {
    await stepEvent(tx, id, 'finish', null);
    throw new Error('in the middle');
  });
  await assert.rejects(broken, /in the middle/);
  assert.deepEqual(await deliveries(made._id), []);
});

/** Waits for this many pending changes. */
async function waitForAudit(changes: number): Promise<void> {
  const query = `select 1 from pg_locks where locktype = 'advisory' and objid = 4204 and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await until(async () => (await server.app.database.pool.query(query)).rowCount === changes);
}

test('changing or removing a webhook neither delays nor fails an event', async () => {
  const [kept, removed] = [await make('https://kept.example/'), await make('https://removed.example/')];
  const { id } = await running();
  const changed = await server.app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(4204)`.execute(tx);
    const changing = Promise.all([
      administrator.run(`mutation { updateWebhook(input: { id: ${kept.webhook._id}, name: "Neu" }) { _id } }`),
      administrator.run(`mutation { deleteWebhook(id: ${removed.webhook._id}) }`),
    ]);
    await waitForAudit(2);
    const finished = finish(id).then(() => true);
    assert.ok(await Promise.race([finished, sleep(60_000, false, { ref: false })]), 'the event waits for the webhooks');
    return { changing };
  });
  await changed.changing;
  assert.equal((await deliveries(kept.webhook._id)).length, 1);
  assert.deepEqual(await deliveries(removed.webhook._id), []);
});

test('retries a failure under the same id and gives up in the end', async () => {
  const fine = await receiver((response, _request, before) => void response.writeHead(before < 2 ? 500 : 200).end());
  const dead = await receiver((response) => void response.writeHead(500).end('Datenbank weg'));
  const [one, other] = [await make(fine.url), await make(dead.url)];
  const { id } = await running();
  await finish(id);
  const [delivered] = await settled(one.webhook._id);
  assert.deepEqual([delivered.status, delivered.attempts], ['delivered', 3]);
  const ids = fine.got.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual([ids.length, new Set(ids).size], [3, 1]);
  assert.ok(fine.got.every((request) => isSigned(request, one.secret)));
  const [failed] = await settled(other.webhook._id);
  assert.deepEqual(
    [failed.status, failed.attempts, failed.error, failed.responseStatus, failed.response],
    ['failed', 3, 'status', 500, 'Datenbank weg'],
  );
  assert.ok((await webhook(other.webhook._id)).failingSince);
  assert.equal((await webhook(one.webhook._id)).failingSince, null);
});

test('a hanging receiver delays no other', async () => {
  const hanging = await receiver(() => {});
  const { webhook: slow } = await make(hanging.url);
  const quick = await receiver();
  await make(quick.url);
  const { id } = await running();
  await finish(id);
  await quick.wait(about(id));
  assert.equal((await deliveries(slow._id))[0].status, 'pending');
});

test('410 disables the webhook and notifies administrators; re-enabled, it sends the backlog', async () => {
  let status = 410;
  const { url, got, wait } = await receiver((response: ServerResponse) => void response.writeHead(status).end());
  const { webhook: made } = await make(url, { name: 'Abgemeldet' });
  const first = await running();
  await finish(first.id);
  await settled(made._id);
  const { isActive, disabledReason } = await webhook(made._id);
  assert.deepEqual([isActive, disabledReason], [false, 'gone']);
  const email = await server.app.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', administrator.userId!)
    .executeTakeFirstOrThrow();
  const mail = await takeMail(server, email.email);
  assert.match(mail.subject + mail.text, /Abgemeldet/);
  const second = await running();
  await finish(second.id);
  assert.equal((await deliveries(made._id)).length, 1, 'a webhook that is off is told nothing');
  status = 200;
  const replay = () => administrator.send(`mutation { replayWebhookDelivery(id: ${delivery._id}) { status } }`);
  const [delivery] = await deliveries(made._id);
  assert.equal((await replay()).errors?.[0]?.message, 'error_webhook_off');
  const on = `mutation { updateWebhook(input: { id: ${made._id}, isActive: true }) { disabledReason failingSince } }`;
  assert.deepEqual((await administrator.run(on)).updateWebhook, { disabledReason: null, failingSince: null });
  assert.equal((await replay()).data?.replayWebhookDelivery.status, 'pending');
  assert.equal((await settled(made._id))[0].status, 'delivered');
  assert.equal(new Set(got.map(({ headers }) => headers['webhook-id'])).size, 1, 'the receiver knows it again');
  await wait(about(first.id));
});

test('sent again after the event, a delivery has no ids of the person and the stop limit', async () => {
  const { url, got, wait } = await receiver();
  const { webhook: made } = await make(url, { eventTypes: ['answer.recorded', 'limit.reached', 'message.launched'] });
  const { id } = await running();
  const ids = { message: 7, report: 8, recipient: 9, person: 10, groupId: 11 };
  const written = { title: '', option: '', kind: 'POSITIVE', source: 'link', minutes: 5, late: false };
  await queueWebhooks(server.app.db, [
    { eventId: id, by: null, kind: 'answer', data: { ...ids, ...written } },
    {
      eventId: id,
      by: null,
      kind: 'limit_reached',
      data: { report: 8, groupId: 11, group: '', reached: 1, needed: 1 },
    },
    { eventId: id, by: null, kind: 'message_launched', data: { message: 7, title: '', channel: '', recipients: 1 } },
  ] as Parameters<typeof queueWebhooks>[1]);
  await settled(made._id);
  const before = got.map(({ body }) => body);
  assert.ok(before.some((body) => body.includes('/people/10')) && before.some((body) => body.includes('/groups/11')));
  await sql`update events set is_running = false, finished_at = clock_timestamp() - interval '25 hours' where id = ${id}`.execute(
    server.app.db,
  );
  const read = async (): Promise<{ _id: number; type: string; data: object; isWithheld: boolean }[]> => {
    const document = `{ webhookDeliveries(webhook: ${made._id}) { edges { node { _id type data isWithheld } } } }`;
    const { webhookDeliveries } = await administrator.run(document);
    return webhookDeliveries.edges.map(({ node }: { node: unknown }) => node);
  };
  const shown = (await read()).toSorted((a, b) => a.type.localeCompare(b.type));
  const event = { mode: 'LIVE', event: `/api/v2/events/${id}` };
  const expected = [
    ['answer.recorded', { ...event, message: '/api/v2/messages/7', report: '/api/v2/reports/8' }, true],
    ['limit.reached', { ...event, report: '/api/v2/reports/8' }, true],
    ['message.launched', { ...event, message: '/api/v2/messages/7' }, false],
  ];
  assert.deepEqual(
    shown.map(({ type, data, isWithheld }) => [type, data, isWithheld]),
    expected,
  );
  for (const { _id } of shown)
    await administrator.run(`mutation { replayWebhookDelivery(id: ${_id}) { status isWithheld } }`);
  await until(() => got.length === 2 * before.length);
  await wait(about(id));
  const again = got.slice(before.length).map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    again.toSorted((a, b) => a.type.localeCompare(b.type)).map(({ type, data }) => [type, data]),
    expected.map(([type, data]) => [type, data]),
  );

  // continued, the event shows new answers, but not those of before
  await sql`update events set is_running = true, finished_at = null, by_person_closed_at = clock_timestamp() where id = ${id}`.execute(
    server.app.db,
  );
  assert.equal((await read()).filter(({ isWithheld }) => isWithheld).length, 2);
  await queueWebhooks(server.app.db, [{ eventId: id, by: null, kind: 'answer', data: { ...ids, ...written } }]);
  assert.equal((await read())[0]!.isWithheld, false);
});

test('switches off a webhook refused for five days', async () => {
  const { url } = await receiver((response) => void response.writeHead(503).end());
  const { webhook: made } = await make(url);
  const since = new Date(Date.now() - 121 * 3_600_000);
  await server.app.db.updateTable('webhooks').set({ failingSince: since }).where('id', '=', made._id).execute();
  const { id } = await running();
  await finish(id);
  await until(async () => !(await webhook(made._id)).isActive);
  assert.equal((await webhook(made._id)).disabledReason, 'failing');
});

test('waits as scheduled, with jitter, or longer when the receiver asks', () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];
  for (const [at, wait] of minutes.entries()) {
    const given = waitAfter(usualWebhookTimes, at + 1, null)! / 60_000;
    assert.ok(given >= wait && given <= wait * 1.1 + 0.001, `${at + 1}: ${given}`);
  }
  assert.equal(waitAfter(usualWebhookTimes, 10, null), null, 'ten attempts');
  assert.ok(waitAfter(usualWebhookTimes, 1, 600)! >= 600_000);
  assert.ok(waitAfter(usualWebhookTimes, 1, 10_000_000)! <= 1.1 * 86_400_000, 'at most a day');
});

test('shows a secret once and stores it sealed; a new one signs with the former for a day', async () => {
  const { url, wait } = await receiver();
  const { webhook: made, secret } = await make(url);
  const rotate = `mutation { rotateWebhookSecret(id: ${made._id}) { secret webhook { previousSecretUntil } } }`;
  const rotated = (await administrator.run(rotate)).rotateWebhookSecret;
  assert.notEqual(rotated.secret, secret);
  const hours = (Date.parse(rotated.webhook.previousSecretUntil) - Date.now()) / 3_600_000;
  assert.ok(hours > 23.9 && hours <= 24);
  const first = await running();
  await finish(first.id);
  const both = await wait(about(first.id));
  assert.ok(isSigned(both, secret) && isSigned(both, rotated.secret));
  await server.app.db.updateTable('webhooks').set({ previousUntil: new Date() }).where('id', '=', made._id).execute();
  const second = await running();
  await finish(second.id);
  const one = await wait(about(second.id));
  assert.ok(!isSigned(one, secret) && isSigned(one, rotated.secret));
  const { rows } = await sql`select w.*::text from webhooks w union all select a.*::text from audit_entries a`.execute(
    server.app.db,
  );
  for (const told of [secret, rotated.secret]) assert.ok(!JSON.stringify(rows).includes(told.slice(6)));
});

test('a test returns its result at once and is not retried', async () => {
  const { url, got } = await receiver(
    (response, _request, before) => void response.writeHead(before ? 500 : 200).end(),
  );
  const { webhook: made, secret } = await make(url, { isActive: false });
  const document = `mutation { testWebhook(id: ${made._id}) { type status responseStatus error } }`;
  const fine = { type: 'system.test', status: 'delivered', responseStatus: 200, error: null };
  assert.deepEqual((await administrator.run(document)).testWebhook, fine);
  assert.ok(isSigned(got[0]!, secret));
  const failed = { type: 'system.test', status: 'failed', responseStatus: 500, error: 'status' };
  assert.deepEqual((await administrator.run(document)).testWebhook, failed);
  assert.equal((await webhook(made._id)).failingSince, null);
});

test('refuses addresses without https, with a password or to the internal network at entry', async () => {
  const refused: Record<string, string> = {
    'http://example.org/': 'error_webhook_url',
    'ftp://example.org/': 'error_webhook_url',
    x: 'error_webhook_url',
    'https://user:pass@example.org/': 'error_webhook_url',
    'https://127.0.0.2/': 'error_webhook_internal',
    'https://[::ffff:a9fe:a9fe]/': 'error_webhook_internal',
    'https://2130706434/': 'error_webhook_internal',
    'http://localhost/': 'error_webhook_url',
    'https://localhost/': 'error_webhook_internal',
    'https://x.localhost./': 'error_webhook_internal',
    '': 'error_required',
  };
  for (const [url, key] of Object.entries(refused)) {
    const { errors } = await administrator.send(createDocument, {
      i: { name: 'x', url, eventTypes: ['event.started'] },
    });
    assert.deepEqual(errors?.[0]?.extensions.fields, { url: key }, url);
  }
  for (const [fault, field] of [
    [{ eventTypes: [] }, 'error_required'],
    [{ eventTypes: ['event.exploded'] }, 'error_unknown_choice'],
  ] as const) {
    const { errors } = await administrator.send(createDocument, {
      i: { name: 'x', url: 'https://example.org', ...fault },
    });
    assert.deepEqual(errors?.[0]?.extensions.fields, { eventTypes: field });
  }
  assert.equal((await make('https://example.org/hook#part')).webhook.url, 'https://example.org/hook');
});

test('changes detect conflicts and are audited; deleting removes the deliveries', async () => {
  const { webhook: made } = await make('https://receiver.example/');
  const change = (rest: string) =>
    administrator.send(`mutation { updateWebhook(input: { id: ${made._id}, ${rest} }) { version } }`);
  assert.equal((await change('version: 1, name: "Neu"')).data?.updateWebhook.version, 2);
  assert.equal((await change('version: 1, name: "Anders"')).errors?.[0]?.message, 'error_changed_meanwhile');
  await change('isActive: false');
  await administrator.run(`mutation { deleteWebhook(id: ${made._id}) }`);
  assert.equal(await webhook(made._id), undefined);
  const audit = await administrator.run(
    `{ auditEntries(type: "Webhook", rowId: ${made._id}) { edges { node { action } } } }`,
  );
  const actions = audit.auditEntries.edges.map(({ node }: { node: { action: string } }) => node.action);
  assert.deepEqual(actions, ['remove', 'switch_off', 'update', 'create']);
});

test('a worker that rests wakes for the next attempt', async () => {
  const { webhook: made } = await make('https://127.0.0.1:9/later');
  await sql`
    insert into webhook_deliveries (webhook_id, type, data, attempts, try_at)
    values (${made._id}, 'system.test', '{}', 1, clock_timestamp() + interval '1 hour')`.execute(server.app.db);
  const outlooks: Outlook[] = [];
  const loop: typeof steadyPace.loop = (log, name, usual, turn) =>
    steadyPace.loop(log, name, usual, async () => {
      const outlook = await turn();
      if (outlook) outlooks.push(outlook);
    });
  ends.unshift(startWebhooks(server.app, usualWebhookTimes, undefined, { ...steadyPace, loop }).stop);
  const dueIn = await until(() => outlooks.find((one) => one.dueIn)?.dueIn);
  assert.ok(dueIn > 0 && dueIn <= 3_600_000);
});
