import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, test } from 'node:test';
import { checkLogs } from '#server/alerting/event-log/log.ts';
import { checkAudit } from '#server/api/audit/audit.ts';
import type { Logger } from '#server/platform/log.ts';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { publicKeyOf } from './seal.ts';
import { sealLogs } from './seal-logs.ts';

let server: TestServer;
let officer: TestClient;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  [officer, administrator] = [await server.as('documentation_officer'), await server.as('administrator')];
});
after(() => server.stop());

interface Told {
  event: string;
  chain: string;
  entries: number;
  head: string;
  at: Date;
  signature: string;
}

/** Seals the logs; returns the lines of the program's log. */
async function seal(): Promise<Told[]> {
  const told: Told[] = [];
  const tell = (line: Told) => told.push(line);
  const log = { info: tell, warn: tell, error: tell } as unknown as Logger;
  await sealLogs({ ...server.app, log });
  return told;
}

async function eventWithLog(entries: number): Promise<number> {
  const { id } = await createEvent(server.app.db);
  for (let n = 1; n <= entries; n++) await write(id, `Eintrag ${n}`);
  return id;
}
const write = (event: number, text: string) =>
  officer.run('mutation ($event: ID!, $text: String!) { addLogEntry(event: $event, text: $text) { id } }', {
    event,
    text,
  });
const intact = async (id: number) =>
  (await officer.run('query ($id: ID!) { event(id: $id) { logIntact } }', { id })).event.logIntact;

/** Changes the database as an intruder with its account. */
async function tamper(...statements: [text: string, values?: unknown[]][]): Promise<void> {
  const client = await server.app.database.pool.connect();
  try {
    await client.query('begin; set local session_replication_role = replica'); // no trigger
    for (const [text, values] of statements) await client.query(text, values);
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Recomputes all hashes of an event's log. */
const rehash = `do $$ declare entry log_entries; previous text; of int; begin
  for entry in select * from log_entries order by event_id, id loop
    if of is distinct from entry.event_id then previous := ''; of := entry.event_id; end if;
    update log_entries set previous_hash = previous,
      hash = log_hash(previous, event_id, at, by_user_id, kind, text, data) where id = entry.id returning hash into previous;
  end loop; end $$`;

test('no log can be emptied', async () => {
  await eventWithLog(1);
  for (const table of ['log_entries', 'audit_entries', 'answers']) {
    await assert.rejects(server.app.database.pool.query(`truncate ${table} cascade`), /append-only/, table);
  }
});

test('a growing log stays valid over any number of seals, and an unchanged one is sealed once', async () => {
  const id = await eventWithLog(3);
  const chain = `event ${id}`;
  const seals = async () => (await seal()).filter((told) => told.chain === chain).map(({ entries }) => entries);
  assert.deepEqual(await seals(), [3]);
  assert.deepEqual(await seals(), []);
  assert.equal(await intact(id), true);
  await write(id, 'Noch einer');
  assert.equal(await intact(id), true, 'what came after the seal belongs to the log');
  assert.deepEqual(await seals(), [4]);
  assert.equal(await intact(id), true);
});

test('verifies a seal published elsewhere with the public key alone', async () => {
  const id = await eventWithLog(2);
  const told = (await seal()).find(({ chain }) => chain === `event ${id}`)!;
  const text = `meldekette seal 1\n${told.chain}\n${told.entries}\n${told.head}\n${told.at.toISOString()}\n`;
  const key = createPublicKey(publicKeyOf(server.app.secrets.seal));
  assert.ok(verify(null, Buffer.from(text), key, Buffer.from(told.signature, 'base64')));
  assert.ok(!verify(null, Buffer.from(text.replace('\n2\n', '\n1\n')), key, Buffer.from(told.signature, 'base64')));
});

const crimes: Record<string, (id: number) => [text: string, values?: unknown[]][]> = {
  'an end that was cut off': (id) => [
    [
      'delete from log_entries where id in (select id from log_entries where event_id = $1 order by id desc limit 2)',
      [id],
    ],
  ],
  'a text that was changed, with all hashes after it': (id) => [
    [`update log_entries set text = 'harmlos' where event_id = $1 and text = 'Eintrag 2'`, [id]],
    [rehash],
  ],
  'an entry that was taken out, with all hashes after it': (id) => [
    [`delete from log_entries where event_id = $1 and text = 'Eintrag 2'`, [id]],
    [rehash],
  ],
  'a log that was emptied': (id) => [['delete from log_entries where event_id = $1', [id]]],
  'a seal that was fitted to another end': (id) => [
    [
      `delete from log_entries where id = (select id from log_entries where event_id = $1 order by id desc limit 1)`,
      [id],
    ],
    [
      `update log_seals s set entries = s.entries - 1, last_entry_id = l.id, head = l.hash
      from (select id, hash from log_entries where event_id = $1 order by id desc limit 1) l where s.event_id = $1`,
      [id],
    ],
  ],
  'a seal that was taken away, and all hashes after a change': (id) => [
    ['delete from log_seals where event_id = $1', [id]],
    [`update log_entries set text = 'harmlos' where event_id = $1 and text = 'Eintrag 2'`, [id]],
    [rehash],
  ],
};
for (const [name, statements] of Object.entries(crimes)) {
  test(`detects ${name} and seals nothing over it`, async () => {
    const [id, other] = [await eventWithLog(4), await eventWithLog(4)];
    await seal();
    assert.equal(await intact(id), true);
    await tamper(...statements(id));
    assert.deepEqual([await intact(id), await intact(other)], [false, true]);
    if (name !== 'a log that was emptied') await write(id, 'Danach');
    const told = (await seal()).filter(({ chain }) => chain === `event ${id}`);
    assert.deepEqual(
      told.map(({ event }) => event),
      ['log_seal_broken'],
    );
    assert.equal((await checkLogs(server.app, [id])).get(id)?.state, 'BROKEN');
  });
}

test('detects a truncated end of the audit log', async () => {
  const make = (name: string) =>
    administrator.run('mutation ($name: String!) { createGroupType(input: { name: $name }) { id } }', { name });
  for (const name of ['Eins', 'Zwei', 'Drei']) await make(name);
  await seal();
  assert.equal((await checkAudit(server.app)).state, 'INTACT');
  await tamper(['delete from audit_entries where id in (select id from audit_entries order by id desc limit 2)']);
  assert.equal((await checkAudit(server.app)).state, 'BROKEN');
  await make('Vier');
  assert.ok((await seal()).some(({ event, chain }) => event === 'log_seal_broken' && chain === 'audit'));
  assert.equal((await checkAudit(server.app)).state, 'BROKEN');
});

test('detects a changed list of seals and seals nothing more', async () => {
  const id = await eventWithLog(1);
  await seal();
  const { rows } = await server.app.database.pool.query(`select head from log_seals where chain = 'seals'`);
  await tamper([`update log_seals set head = replace(head, 'event ${id}', 'event 999999') where chain = 'seals'`]);
  await write(id, 'Danach');
  assert.deepEqual(
    (await seal()).map(({ event, chain }) => [event, chain]),
    [['log_seal_broken', 'seals']],
  );
  assert.equal(await intact(id), false);
  await tamper([`update log_seals set head = $1 where chain = 'seals'`, [rows[0].head]]);
  assert.equal(await intact(id), true);
});

test('deleting an event deletes its seal, and verification accepts it', async () => {
  const [id, other] = [await eventWithLog(1), await eventWithLog(1)];
  await seal();
  await tamper(
    ['delete from log_entries where event_id = $1', [id]],
    ['delete from log_seals where event_id = $1', [id]],
  );
  await tamper(['delete from events where id = $1', [id]]);
  await write(other, 'Danach');
  const told = await seal();
  assert.ok(told.every(({ chain }) => chain !== `event ${id}`));
  assert.deepEqual(
    told.filter(({ chain }) => chain === `event ${other}`).map(({ event }) => event),
    ['log_sealed'],
  );
  assert.equal(await intact(other), true);
});

test('reports how far a log is sealed and does not call it intact once all seals are missing', async () => {
  const id = await eventWithLog(2);
  const seal_ = `state entries sealedEntries entriesBeforeFirstSeal`;
  const shown = async () =>
    (await officer.run(`query ($id: ID!) { event(id: $id) { logIntact logSeal { ${seal_} } } }`, { id })).event;
  const of = (state: string, entries: number, sealedEntries: number, entriesBeforeFirstSeal: number) => ({
    state,
    entries,
    sealedEntries,
    entriesBeforeFirstSeal,
  });
  assert.deepEqual(await shown(), { logIntact: true, logSeal: of('UNSEALED', 2, 0, 2) });
  await seal();
  await write(id, 'Noch einer');
  assert.deepEqual(await shown(), { logIntact: true, logSeal: of('INTACT', 3, 2, 2) });
  await seal();
  await write(id, 'Und noch einer');
  assert.deepEqual(await shown(), { logIntact: true, logSeal: of('INTACT', 4, 3, 2) });

  await administrator.run('mutation { createGroupType(input: { name: "Vier" }) { id } }');
  await tamper(
    ['delete from log_seals'],
    ["update log_entries set text = 'harmlos' where event_id = $1 and text = 'Noch einer'", [id]],
    [rehash],
    ["update audit_entries set at = at - interval '2 hours'"],
  );
  assert.deepEqual(await shown(), { logIntact: false, logSeal: of('UNSEALED', 4, 0, 4) });
  const audit = await administrator.run('{ auditIntact auditSeal { state } }');
  assert.equal(audit.auditIntact, false);
});
