import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import type { Handlers } from '#server/platform/jobs/jobs.ts';
import { queues } from '#server/platform/jobs/queues.ts';
import type { Logger } from '#server/platform/log.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createPerson, createUser } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { lookForWork } from './resting-work.ts';
import { startWorker } from './worker.ts';

let server: TestServer;
let db: Db;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
});
after(() => server.stop());

const hour = 3_600_000;

const handlers = Object.fromEntries(Object.keys(queues).map((queue) => [queue, async () => {}]));

/** A worker that no notification reaches, although its connection seems to work. Its loops look for themselves hourly. */
const startDeafWorker = (log: Logger) =>
  startWorker(
    {
      ...server.app,
      log,
      roles: ['worker'],
      live: { ...server.app.live, hearing: () => 1, watch: () => () => {}, watchAll: () => () => {} },
    },
    (pace) => server.app.jobs.work(handlers as unknown as Handlers, pace),
    {
      ...usualTimes,
      ...{ heartbeat: 300, steady: 100, dead: 2_000, calm: [200, 300], calmAfter: 50 },
      ...{ watched: [hour, hour], slow: [hour, hour], rare: [hour, hour] },
    },
  );

const first = async (statement: Promise<{ rows: unknown[] }>) => (await statement).rows[0] as Record<string, unknown>;

test('the common look finds all work of a resting worker without a notification', async () => {
  const failures: unknown[] = [];
  const log = Object.assign(Object.create(server.app.log), { error: (entry: unknown) => void failures.push(entry) });
  const worker = await startDeafWorker(log as Logger);
  try {
    await until(async () => first(sql`select from path_tests where ended_at is not null`.execute(db)));

    const { messageId } = await createRecipients(db, { count: 1, lane: 'alarm' });
    await until(async () =>
      first(sql`select from messages where id = ${messageId} and finished_at is not null`.execute(db)),
    );

    const channel = await createChannel(db, 'sms', { isActive: false });
    await sql`insert into replies (channel_id, external_id, from_address, text, command, at)
      values (${channel.id}, 'resting', '+4915100000000', 'Nachtrag', 'Nachtrag', now())`.execute(db);
    await until(async () =>
      first(sql`select from replies where external_id = 'resting' and sorted_at is not null`.execute(db)),
    );

    const draft = await createDraft(db, { people: [(await createPerson(db)).id] });
    await sql`update messages set status = 'scheduled', send_at = now() where id = ${draft.id}`.execute(db);
    await until(async () =>
      first(sql`select from messages where id = ${draft.id} and status <> 'scheduled'`.execute(db)),
    );

    const user = await createUser(db);
    await sql`with hook as (
        insert into webhooks (name, url, event_types, secret, inserted_by)
        values ('rest', 'https://127.0.0.1:9/', '{event.finished}', '\\x00', ${user.id}) returning id)
      insert into webhook_deliveries (webhook_id, type, data) select id, 'event.finished', '{}' from hook`.execute(db);
    await until(async () => first(sql`select from webhook_deliveries where attempts > 0`.execute(db)));

    await sql`insert into backups (kind) values ('manual')`.execute(db);
    await until(async () => first(sql`select from backups where status <> 'waiting'`.execute(db)));

    await sql`insert into pgboss.job (name, data) values ('budget', '{}')`.execute(db);
    await until(async () =>
      first(sql`select from pgboss.job where name = 'budget' and state = 'completed'`.execute(db)),
    );

    // of stopped messages, which are no open work
    for (const [status, owner, end] of [
      ['queued', null, 'cancelled'],
      ['sending', 'a dead process', 'cancelled'],
    ] as const) {
      const { messageId: stopped } = await createRecipients(db, { count: 1, delayed: true });
      await sql`update messages set status = 'cancelled' where id = ${stopped}`.execute(db);
      await sql`update message_recipients set status = ${status}, owner = ${owner}, claimed_at = now() - interval '1 minute',
        valid_until = now() - interval '1 second' where message_id = ${stopped}`.execute(db);
      await until(async () =>
        first(sql`select from message_recipients where message_id = ${stopped} and status = ${end}`.execute(db)),
      );
    }
    const unknown = failures.filter((entry) => /^no loop/.test((entry as { message?: string }).message ?? ''));
    assert.deepEqual(unknown, []);
  } finally {
    await worker.stop();
  }
});

test('a changed channel wakes delivery once', async () => {
  const look = lookForWork(server.app);
  assert.ok(!(await look()).includes('delivery'));
  const { id } = await createChannel(db, 'sms', { isActive: false });
  assert.ok((await look()).includes('delivery'));
  assert.ok(!(await look()).includes('delivery'));
  await sql`update channels set is_active = true where id = ${id}`.execute(db);
  assert.ok((await look()).includes('delivery'));
  assert.ok(!(await look()).includes('delivery'));
});
