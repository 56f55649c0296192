import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { copied, onServer } from '#testing/copied-database.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { createPerson, createUser } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { post } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createTrigger, eventsOf, outcomesOf } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';
import { metric } from '#testing/watching.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

let original: TestServer;
let copy: TestServer;
let sink: Sink;

/** A copied database with waiting messages. */
beforeEach(async () => {
  sink ??= await startSink();
  original = await startTestServer({ ROLES: 'web' });
  const { db } = original.app;
  const channelId = await createMailChannel(db, sink.port);
  await sql`update channels set is_active = false where id <> ${channelId}`.execute(db);
  const [old, fresh] = [
    await createRecipients(db, { count: 3, channelId, title: 'Alt', address: (n) => `alt${n}@example.org` }),
    await createRecipients(db, { count: 2, channelId, title: 'Neu', address: (n) => `neu${n}@example.org` }),
  ];
  await sql`update messages set launched_at = launched_at - interval '5 hours' where id = ${old.messageId}`.execute(db);
  await sql`update message_recipients set try_at = now() - interval '10 minutes' where message_id = ${fresh.messageId}`.execute(
    db,
  );
  const url = await copied(original.app.config.DATABASE_URL!);
  copy = await startTestServer({ DATABASE_URL: url });
});
afterEach(async () => {
  const url = copy.app.config.DATABASE_URL!;
  await copy.stop();
  await original.stop();
  await onServer(url, (client, name) => client.query(`drop database ${name} with (force)`));
  await sink.stop();
  sink = undefined as never;
});
after(() => sink?.stop());

const readyz = async ({ url }: TestServer) => (await (await fetch(`${url}/readyz`)).json()) as { sending: string };
const taken = async () => [...new Set((await sink.ledger()).map(({ to }) => to))].toSorted((a, b) => (a < b ? -1 : 1));
const owner = async () => copy.client((await createUser(copy.app.db, { roles: ['system_owner'] })).id);
const release = 'mutation ($before: DateTime) { releaseInstallation(discardBefore: $before) }';
const hoursAgo = (n: number) => new Date(Date.now() - n * 3_600_000).toISOString();

/** The number of the next recipient. */
async function nextRecipient(db: Db): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select nextval(pg_get_serial_sequence('message_recipients', 'id')) as id`.execute(db);
  return Number(rows[0]!.id);
}

test('a copy is readable and sends nothing, not even a test, until an owner decides on the queue', async () => {
  assert.equal((await readyz(copy)).sending, 'held');
  assert.notEqual((await readyz(original)).sending, 'held');
  const reader = await copy.as('crisis_manager');
  assert.equal((await reader.run('{ installationHold { why } }')).installationHold.why, 'moved');
  const administrator = await copy.as('administrator');
  const channel = (
    await copy.app.db.selectFrom('channels').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  ).id;
  const tryOut = 'mutation ($c: ID!) { testChannel(id: $c, address: "a@example.org") }';
  assert.equal((await administrator.send(tryOut, { c: channel })).errors?.[0]?.message, 'error_installation_held');
  assert.equal((await administrator.send(release)).errors?.[0]?.message, 'error_forbidden');

  const decider = await owner();
  const { heldMessages } = await decider.run('{ heldMessages { title recipients channel } }');
  assert.deepEqual(
    heldMessages.map(({ title, recipients }: { title: string; recipients: number }) => [title, recipients]),
    [
      ['Alt', 3],
      ['Neu', 2],
    ],
  );
  assert.deepEqual(await taken(), [], 'nothing has left');
  assert.equal((await decider.run(release, { before: hoursAgo(1) })).releaseInstallation, true);
  const [there, here] = await Promise.all([original, copy].map(({ app }) => nextRecipient(app.db)));
  assert.ok(here! > there! + 100_000, 'a reply by mail to one of the original counts for nobody else');
  const { rows: late } =
    await sql`select from message_recipients where message_id = (select max(message_id) from message_recipients)
    and try_at < now() - interval '1 minute'`.execute(copy.app.db);
  assert.equal(late.length, 0, 'nothing counts as late because it was held');
  await until(async () => (await taken()).length === 2);
  assert.deepEqual(await taken(), ['neu0@example.org', 'neu1@example.org']);
  const { rows } = await sql<{ status: string; reason: string | null; maybeDuplicate: boolean }>`
    select distinct status, status_reason as reason, maybe_duplicate from message_recipients
    where target_address like 'alt%' or target_address like 'neu%'`.execute(copy.app.db);
  assert.ok(rows.some(({ status, reason }) => status === 'cancelled' && reason === 'discarded'));
  assert.ok(rows.every(({ status, maybeDuplicate }) => status === 'cancelled' || maybeDuplicate));
  await until(async () => (await readyz(copy)).sending === 'ok');
  assert.equal((await decider.run(release)).releaseInstallation, false, 'nothing is held any more');
  const { auditIntact } = await administrator.run('{ auditIntact }');
  assert.equal(auditIntact, true);
});

test('a blocked program reports it at alarms, in preflight and figures, and marks due work', async () => {
  const { db } = copy.app;
  const trigger = await createTrigger(copy);
  const manager = await copy.as('crisis_manager');
  const call = (id: string) => post(copy, '/api/triggers', { trigger: trigger.word, id }, { token: manager.token });
  const refused = await call('one');
  assert.deepEqual([refused.status, refused.body.message], [409, 'error_installation_held']);
  assert.equal((await eventsOf(copy, trigger)).length, 0);
  assert.deepEqual(await outcomesOf(copy, trigger), ['refused']);
  assert.equal(await metric(copy, 'installation_held'), 1);
  assert.equal(await metric(original, 'installation_held'), 0);

  const channel = await db.selectFrom('channels').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  const person = await createPerson(db, { email: 'geplant@example.org' });
  const draft = await createDraft(db, { channelId: channel.id, people: [person.id], title: 'Geplant' });
  const preflight = 'query ($id: ID!) { preflight(message: $id) { warnings } }';
  const warned = async () => (await manager.run(preflight, { id: String(draft.id) })).preflight.warnings;
  assert.ok((await warned()).includes('warning_installation_held'));
  // as in the original
  await sql`update messages set status = 'scheduled', send_at = now() - interval '1 minute',
    inserted_at = now() - interval '1 day' where id = ${draft.id}`.execute(db);
  await (await owner()).run(release, { before: hoursAgo(1) });
  await until(async () => (await taken()).includes('geplant@example.org'));
  const row = await db
    .selectFrom('messageRecipients')
    .select('maybeDuplicate')
    .where('messageId', '=', draft.id)
    .executeTakeFirstOrThrow();
  assert.equal(row.maybeDuplicate, true);
  assert.equal(await metric(copy, 'installation_held'), 0);
  const started = await call('one');
  assert.deepEqual([started.status, started.body.status], [201, 'started'], 'asked again, it starts');
});

test('a command on the server releases the installation, and all messages leave', async () => {
  const recover = (...given: string[]) =>
    promisify(execFile)(process.execPath, ['server/program/recover.ts', ...given], {
      env: { ...process.env, DATABASE_URL: copy.app.config.DATABASE_URL },
    });
  const { stdout } = await recover('installation');
  assert.match(stdout, /real installation/);
  await until(async () => (await taken()).length === 5);
  await assert.rejects(recover('installation'), /Nothing to confirm/);
  await assert.rejects(recover('installation', 'yesterday'), /usage/);
});
