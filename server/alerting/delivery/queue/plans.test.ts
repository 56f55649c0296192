import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { openSession } from '#server/accounts/sessions.ts';
import { advanceMessages } from '#server/alerting/launch/advance-messages.ts';
import { sendMessage } from '#server/alerting/launch/send.ts';
import { createContext } from '#server/api/http/context.ts';
import { sendingOf } from '#server/api/http/sending.ts';
import type { App } from '#server/platform/context.ts';
import type { DB } from '#server/platform/database/types.gen.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createEvent, createMailingList, createReport, createUser, idByIdentifier } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { claimRecipients } from './claim.ts';
import { findDue } from './due.ts';
import { rememberPlaces } from './places.ts';

const waiting = process.env['TEST_FULL'] ? 100_000 : 12_000;
const atOnce = 128;
const claims = 10;
let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

/** Recipient rows and index entries read so far. */
async function readSoFar(db: Kysely<DB>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await sql`select pg_stat_clear_snapshot()`.execute(db);
  const { rows } = await sql<{ n: number }>`
    select (t.seq_tup_read + (select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid))::float8 as n
    from pg_stat_user_tables t where t.relname = 'message_recipients'`.execute(db);
  return rows[0]!.n;
}

/** Claims and sends a part; returns the rows read per claim and look. */
const work = (messageId: number) =>
  app.db.connection().execute(async (db) => {
    const places = rememberPlaces(() => 0);
    let [claimed, reads, looks] = [0, 0, 0];
    for (let turn = 0; turn < claims; turn++) {
      const before = await readSoFar(db);
      const [due] = (await findDue(db, 1000)).filter((one) => one.messageId === messageId);
      const looked = await readSoFar(db);
      const wanted = [{ messageId, channelId: due!.channelId, count: atOnce }];
      const got = await claimRecipients(db, { id: 'one' }, places.from(wanted));
      places.note(wanted, got);
      claimed += got.length;
      looks += looked - before;
      reads += (await readSoFar(db)) - looked;
      const ids = got.map(({ id }) => id);
      await sql`update message_recipients set status = 'sent', owner = null where id = any(${ids})`.execute(db);
    }
    assert.equal(claimed, claims * atOnce);
    return { claim: reads / claimed, look: looks / claims };
  });

const begin = async () => {
  const { messageId } = await createRecipients(app.db, { count: waiting, lane: 'bulk' });
  return messageId;
};
const empty = async () => {
  for (const [status, owner] of [
    ['sending', 'two'],
    ['sent', null],
  ])
    await sql`update message_recipients set status = ${status}, owner = ${owner} where status in ('queued', 'sending')`.execute(
      app.db,
    );
  await sql`vacuum analyze message_recipients`.execute(app.db);
};

test('a claim reads only the rows that it takes, with any statistics and an old snapshot', async () => {
  const first = await begin();
  const found: Record<string, { claim: number; look: number }> = { none: await work(first) };
  await sql`analyze`.execute(app.db);
  found['full'] = await work(first);
  await empty();
  const second = await begin();
  found['of an empty queue'] = await work(second);
  const dump = new pg.Client({ connectionString: app.database.url });
  await dump.connect();
  await dump.query('begin isolation level repeatable read');
  await dump.query('select 1 from people limit 1');
  found['old snapshot'] = await work(second);
  await dump.end();
  for (const [state, { claim, look }] of Object.entries(found)) {
    assert.ok(claim <= 3, `${state}: ${claim.toFixed(1)} rows read for each one claimed`);
    // a look passes kept rows twice while any snapshot is old
    const kept = 2 * 2 * claims * atOnce;
    assert.ok(look <= 1100 + kept, `${state}: ${look.toFixed(0)} rows read for a look`);
  }
});

test('the scheduler reads one open recipient per message, also with statistics of an empty queue', async () => {
  await empty();
  await advanceMessages(app as unknown as App); // ends what is through
  for (let n = 0; n < 2; n++) await begin();
  await app.db.connection().execute(async (db) => {
    const before = await readSoFar(db);
    await advanceMessages({ ...app, db } as unknown as App);
    const read = (await readSoFar(db)) - before;
    assert.ok(read <= 200, `${read} rows read`);
  });
});

test('readiness reads one due recipient per message, also with statistics of an empty queue', async () => {
  await empty();
  for (let n = 0; n < 2; n++) await begin();
  await app.db.connection().execute(async (db) => {
    const before = await readSoFar(db);
    assert.equal(await sendingOf({ db }, 0), 'ok');
    const read = (await readSoFar(db)) - before;
    assert.ok(read <= 200, `${read} rows read`);
  });
});

test('launching and releasing an alarm reads nothing that waits, also with statistics of an empty queue', async () => {
  await empty();
  await advanceMessages(app as unknown as App); // ends what is through
  const messageId = await begin();
  await sql`
    update message_recipients set token_hash = sha256(id::text::bytea) where message_id = ${messageId}`.execute(app.db);
  const user = await createUser(app.db, { roles: ['crisis_manager'] });
  const token = await openSession(app, user.id, { userAgent: 'test' });
  const list = await createMailingList(app.db);
  await sql`
    with p as (insert into people (first_name, last_name) select 'Stab', 'Nummer ' || n from generate_series(1, 20) n returning id),
    d as (insert into person_data (person_id, key_field_id, value_str) select id, 1, 'stab' || id || '@example.org' from p)
    insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from p`.execute(app.db);
  const report = await createReport(app.db, { eventId: (await createEvent(app.db)).id });
  const channelId = await idByIdentifier(app.db, 'channels', 'exercise');
  const draft = await createDraft(app.db, { reportId: report.id, channelId, lists: [list.id], requestAnswer: true });
  await app.db.connection().execute(async (db) => {
    const own = { ...app, db } as unknown as App;
    const ctx = await createContext(own, `Bearer ${token}`, '127.0.0.1');
    const before = await readSoFar(db);
    await sendMessage(ctx, { id: draft.id, launchKey: 'plans' });
    const launched = await readSoFar(db);
    await advanceMessages(own);
    const released = await readSoFar(db);
    assert.ok(launched - before <= 1_000, `${launched - before} rows read by the launch`);
    assert.ok(released - launched <= 1_000, `${released - launched} rows read by the release`);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from message_recipients where message_id = ${draft.id} and status = 'queued'`.execute(
      db,
    );
    assert.equal(rows[0]!.n, 20);
  });
});
