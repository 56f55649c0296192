import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { startDelivering } from '#server/alerting/delivery/start.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { startMailServer } from '#testing/fakes/mail-server.ts';
import { until } from '#testing/until.ts';
import { claimRecipients } from './claim.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

test('a process claims one suspect of two crashes at a time, and other recipients don’t wait', async () => {
  const { messageId, recipients } = await createRecipients(app.db, { count: 8 });
  const { channelId } = await app.db
    .selectFrom('messages')
    .select('channelId')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow();
  const suspects = recipients.slice(0, 3).map(({ id }) => id);
  await app.db.updateTable('messageRecipients').set({ crashCount: 2 }).where('id', 'in', suspects).execute();
  const claim = async (node: string, count: number) => {
    const claimed = await claimRecipients(app.db, { id: node }, [{ messageId, channelId, count }]);
    return claimed.map(({ id }) => recipients.findIndex((one) => one.id === id)).sort((a, b) => a - b);
  };
  assert.deepEqual(await claim('one', 4), [0, 3]);
  assert.deepEqual(await claim('one', 2), [4, 5]);
  assert.deepEqual(await claim('two', 8), [1, 6, 7]);
  assert.deepEqual(await claim('two', 8), []);
  await sql`update message_recipients set status = 'failed' where id = ${suspects[0]}`.execute(app.db);
  assert.deepEqual(await claim('one', 8), [2]);
});

test('simultaneous claims of a mass mail and an alarm take one suspect between them', async () => {
  const [app, mails] = [await startTestApp(), await startMailServer()];
  const channelId = await createMailChannel(app.db, mails.port, {});
  // the mass mail's claim hangs, as on a slow disk
  await sql`create function stand_still() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock_shared(7702);
      return new;
    end $$`.execute(app.db);
  await sql`create trigger stands_still before update on message_recipients for each row
    when (new.status = 'sending' and new.lane = 'normal') execute function stand_still()`.execute(app.db);
  const held = await app.db.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(7702)`.execute(held);
  /** Two due recipients, the first suspected of killing processes. */
  const two = async (lane: 'normal' | 'alarm') => {
    const { recipients } = await createRecipients(app.db, { count: 2, channelId, lane, delayed: true });
    const [first, second] = recipients.map(({ id }) => id) as [number, number];
    await sql`update message_recipients set try_at = now(), crash_count = case when id = ${first} then 2 else 0 end
      where id in (${first}, ${second})`.execute(app.db);
    return [first, second] as const;
  };
  const statusOf = async (id: number) =>
    (await app.db.selectFrom('messageRecipients').select('status').where('id', '=', id).executeTakeFirstOrThrow())
      .status;
  const [ordinary] = await two('normal');
  const delivering = await startDelivering(app, { ...usualTimes, poll: [20, 30] });
  try {
    await until(async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(app.db);
      return rows.length > 0;
    });
    const [suspect, other] = await two('alarm');
    await until(async () => (await statusOf(other)) === 'sent');
    assert.equal(await statusOf(suspect), 'queued', 'nobody is given up for another’s fault');
    await held.rollback().execute();
    for (const id of [ordinary, suspect]) await until(async () => (await statusOf(id)) === 'sent');
  } finally {
    if (!held.isRolledBack) await held.rollback().execute();
    await delivering.stop();
    await mails.stop();
    await app.stop();
  }
});
