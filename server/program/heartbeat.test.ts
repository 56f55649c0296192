import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { until } from '#testing/until.ts';
import { startHeartbeat } from './heartbeat.ts';

let app: TestApp;
const logged: { event?: string; reason?: string }[] = [];
let status = 200;
let calls = 0;
const dead = createServer((_request, response) => {
  calls++;
  response.writeHead(status).end();
});

before(async () => {
  app = await startTestApp();
  await new Promise<void>((resolve) => dead.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  await new Promise((resolve) => dead.close(resolve));
  await app.stop();
});

test('calls a dead man’s switch only while messages can leave', async () => {
  const { messageId } = await createRecipients(app.db, { count: 1, delayed: true });
  await sql`insert into nodes (id, roles, heartbeat_at) values ('a worker', '{worker}', now() + interval '1 hour')`.execute(
    app.db,
  );
  const note = (entry: unknown) => void logged.push(entry as { event: string });
  const heartbeat = startHeartbeat(
    {
      ...app,
      config: { ...app.config, HEARTBEAT_URL: `http://127.0.0.1:${(dead.address() as AddressInfo).port}/secret` },
      log: { ...app.log, info: note, warn: note } as unknown as TestApp['log'],
    },
    { interval: 20, patience: 30_000, uptime: () => 61 },
  );
  const becomes = (event: string, reason?: string) =>
    until(async () => {
      const last = logged.at(-1);
      return last?.event === event && last.reason === reason;
    });
  const isSilent = async () => {
    const before = calls;
    await new Promise((resolve) => setTimeout(resolve, 100));
    return calls === before;
  };
  try {
    await becomes('heartbeat_sent');
    await sql`update channels set trouble = 'channel_unreachable' where is_active`.execute(app.db);
    await becomes('heartbeat_missed', 'channel');
    assert.ok(await isSilent());
    await sql`update channels set trouble = null`.execute(app.db);
    await becomes('heartbeat_sent');
    status = 500;
    await becomes('heartbeat_missed', 'http_500');
    status = 200;
    await becomes('heartbeat_sent');
    await sql`update message_recipients set status = 'queued', try_at = now() - interval '2 minutes'
      where message_id = ${messageId}`.execute(app.db);
    await becomes('heartbeat_missed', 'late');
    assert.ok(await isSilent());
    await sql`update message_recipients set status = 'cancelled'`.execute(app.db);
    await becomes('heartbeat_sent');
    const test = (age: number, failure: string | null) =>
      sql`insert into path_tests (slot, ended_at, failure)
        values (date_bin('5 minutes', now(), 'epoch') - ${age} * interval '5 minutes', now(), ${failure})`.execute(
        app.db,
      );
    for (const age of [3, 2, 1]) await test(age, 'launch');
    await becomes('heartbeat_missed', 'failing');
    assert.ok(await isSilent());
    await test(0, null);
    await becomes('heartbeat_sent');
  } finally {
    heartbeat.stop();
  }
  assert.ok(!JSON.stringify(logged).includes('secret'), 'the address stays out of the log');
});
