import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { takePathTurn } from '#server/alerting/path-test/slots.ts';
import { testPathOnce } from '#server/alerting/path-test/start.ts';
import type { Outgoing } from '#server/channels/channel.ts';
import { adapters } from '#server/channels/registry.ts';
import { deliveryKey } from '#server/channels/rendering/key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { startServer } from '#server/program/server.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { providerFixtures } from '#testing/fixtures.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

// Plays the last day of the past month: synthetic alarms by their own code, real ones over the protocols of providers.
let server: TestServer;
let db: Db;
let administrator: TestClient;
let folder: string;
const { fixtures, start, stop } = providerFixtures(() => server.app);
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  await start();
  db = server.app.db;
  administrator = await server.as('administrator');
  await db.updateTable('channelTypes').set({ isActive: true }).execute();
  const { rows } = await sql<{ month: string; ends: Date }>`
    select to_char(ends - interval '1 day', 'YYYY-MM') as month, ends at time zone 'Europe/Berlin' as ends
    from (select date_trunc('month', now() at time zone 'Europe/Berlin') as ends) x`.execute(db);
  [month, midnight] = [rows[0]!.month, rows[0]!.ends.getTime()];
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-day-'));
});
after(async () => {
  await server.stop();
  await stop();
  await rm(folder, { recursive: true, force: true });
});

/** The month before this one, and its end. */
let month: string;
let midnight: number;
const fiveMinutes = 300_000;
const slots = process.env['TEST_FULL'] ? 288 : 72;
const timeOf = (slot: number) => new Date(midnight - (slots - slot) * fiveMinutes);
const clock = (slot: number) => sql<Date>`${new Date(timeOf(slot).getTime() + 60_000)}::timestamptz`;
// a busy machine is no miss
const times = { patience: 60_000, promised: 60_000, lateEvery: 1 };

/** Three outages, each with the tests that it costs. */
const outages = {
  /** The database refuses answers. */
  answers: { from: 10, tests: 6 },
  /** Each process that takes a test ends in the middle of it. */
  kills: { from: 30, tests: 3 },
  /** Nothing runs. */
  down: { from: 50, tests: 12 },
};
const isIn = (slot: number, { from, tests }: { from: number; tests: number }) => slot >= from && slot < from + tests;

async function playDay(): Promise<void> {
  await sql`create function refuse_answer() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(
    db,
  );
  for (let slot = 0; slot < slots; slot++) {
    const { answers, kills, down } = outages;
    if (slot === answers.from)
      await sql`create trigger refuse before insert on answers for each row execute function refuse_answer()`.execute(
        db,
      );
    if (slot === answers.from + answers.tests) await sql`drop trigger refuse on answers`.execute(db);
    if (isIn(slot, down)) continue;
    if (isIn(slot, kills)) await takePathTurn(db, clock(slot));
    else await testPathOnce(server.app, 'the worker of the day', times, null, clock(slot));
  }
}

/** The kinds of channels that an alarm uses, with a provider whose server is part of the tests. */
const providers = { mail: 'smtp', sms: 'smpp', voice: 'voice-twilio', push: 'webpush', chat: 'telegram' };

/** Sends a live alarm to a person over a provider; resolves when its server has it. */
async function alarmOver(provider: string): Promise<number> {
  const fixture = fixtures[provider]!;
  const { rows } = await sql<{ id: number }>`
    select id from channel_types where identifier = ${adapters.get(provider)!.type}`.execute(db);
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    {
      input: {
        ...{ name: `Tag ${provider}`, channelType: String(rows[0]!.id) },
        settings: { provider, ...fixture.settings() },
      },
    },
  );
  const address = fixture.address ?? ((n: number) => `tag${n}.${provider}@example.org`);
  const { recipients, messageId } = await createRecipients(db, {
    ...{ count: 1, channelId: createChannel._id, address, lane: 'alarm', mode: 'LIVE', delayed: true },
  });
  const [{ id, personId, targetAddress: to }] = recipients as [(typeof recipients)[0]];
  await fixture.prepare?.([personId]);
  await sql`update messages set launched_at = clock_timestamp(), release_at = clock_timestamp() where id = ${messageId}`.execute(
    db,
  );
  await sql`update message_recipients set try_at = now() where id = ${id}`.execute(db);
  await publish(db, { work: true });
  const outgoing = { recipientId: id, to, key: deliveryKey(server.app.secrets, id, 1) } as Outgoing;
  await until(async () => (await fixture.arrived(outgoing)) === 1);
  await until(async () => {
    const row = await db
      .selectFrom('messageRecipients')
      .select('sentAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return row.sentAt !== null;
  });
  return messageId;
}

/** Moves a sent alarm into the day, with the times between its steps. */
async function moveIntoDay(messageId: number, slot: number): Promise<void> {
  await sql`
    with moved as (select id, ${timeOf(slot)}::timestamptz - release_at as by from messages where id = ${messageId}),
    recipients as (
      update message_recipients r set sent_at = sent_at + m.by from moved m where r.message_id = m.id returning r.id)
    update messages x set launched_at = launched_at + m.by, release_at = release_at + m.by from moved m
    where x.id = m.id`.execute(db);
}

const page = async () =>
  (
    await administrator.run(
      `query ($month: String) { alarmPromise(month: $month) {
        month tests succeeded alarms handOvers inTime outages { startsAt endsAt misses failure } } }`,
      { month },
    )
  ).alarmPromise;

async function recomputed(): Promise<unknown> {
  const { status, text } = await get(server, `/api/v2/alarm_promise.csv?month=${month}`, administrator.token);
  assert.equal(status, 200);
  const file = path.join(folder, 'day.csv');
  await writeFile(file, text);
  const program = path.resolve('docs/recompute-promise.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, file, month, 'Europe/Berlin']);
  return JSON.parse(stdout);
}

test('after a day with three outages, a stranger computes the figures of the page from its file', async () => {
  await playDay();
  const missed = outages.answers.tests + outages.kills.tests + outages.down.tests;
  const { outages: shown, ...figures } = await page();
  assert.deepEqual(figures, {
    ...{ month, tests: slots, succeeded: slots - missed },
    ...{ alarms: 0, handOvers: 0, inTime: 0 },
  });
  assert.deepEqual(await recomputed(), figures);
  const span = ({ from, tests }: { from: number; tests: number }, failure: string | null) => ({
    startsAt: timeOf(from).toISOString(),
    endsAt: timeOf(from + tests).toISOString(),
    ...{ misses: tests, failure },
  });
  assert.deepEqual(shown, [span(outages.down, null), span(outages.kills, null), span(outages.answers, 'answer')]);
});

test('alarms over mail, SMS, voice, push and chat count, a late one too, and the file says the same', async () => {
  const { outages: _earlier, ...earlier } = await page();
  const sending = await startServer({ ...server.app.config, PORT: 0, ROLES: ['worker'], PUBLIC_URL: server.url });
  const messages: number[] = [];
  try {
    for (const provider of Object.values(providers)) messages.push(await alarmOver(provider));
  } finally {
    await sending.stop();
  }
  for (const [at, message] of messages.entries()) await moveIntoDay(message, at * 10 + 1);
  await sql`update message_recipients r set sent_at = m.release_at + interval '11 seconds' from messages m
    where m.id = r.message_id and m.id = ${messages[0]!}`.execute(db);
  const { outages: _later, ...figures } = await page();
  const { rows } = await sql<{ inTime: number }>`
    select (count(*) filter (where r.sent_at - m.release_at <= interval '10 seconds'))::int as in_time
    from message_recipients r join messages m on m.id = r.message_id where m.id = any(${messages}::int[])`.execute(db);
  const [{ inTime }] = rows as [{ inTime: number }];
  assert.ok(inTime < messages.length, 'one is late');
  assert.deepEqual(figures, { ...earlier, alarms: 5, handOvers: 5, inTime });
  assert.deepEqual(await recomputed(), figures);
});
