import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { hashPassword } from '#server/accounts/password.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { sealedFor } from '#server/accounts/totp/second-factor.ts';
import { newTotpSecret } from '#server/accounts/totp/time-code.ts';
import { type Config, loadConfig } from '#server/platform/config.ts';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { createLog, type Logger } from '#server/platform/log.ts';
import { seal } from '#server/platform/secrets.ts';
import { type RunningServer, startServer } from '#server/program/server.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { createUser } from '#testing/factories.ts';
import { createClient } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import {
  findSystemPostgres,
  type SystemPostgres,
  startStandby,
  startSystemPostgres,
} from '../../../interop/postgres/programs.ts';
import { serveWhileStandby } from './while-standby.ts';

const programs = findSystemPostgres();
const options = { skip: programs ? false : 'needs the Debian packages postgresql and postgresql-client' };

const password = 'a long password of an owner';
const secret = newTotpSecret();
const code = () => new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate();

let primary: SystemPostgres;
/** It runs as a superuser, which may promote. */
let standby: SystemPostgres;
/** It runs with a role that may not. */
let restricted: SystemPostgres;
/** The mail servers of the first and of the second place. */
let sinks: Sink[];
let dir: string;
let printed: string;
let revoked: string;
let messageId: number;
let channels: { first: number; second: number };

before(async () => {
  if (!programs) return;
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-second-place-'));
  sinks = [await startSink(), await startSink()];
  primary = await startSystemPostgres(programs);
  await run(primary, 'postgres', 'create role visitor login');
  await run(primary, 'postgres', 'create database meldekette');
  const first = await startServer(configOf(primary, 'first', { ROLES: 'web' }));
  try {
    await fill(first);
  } finally {
    await first.stop();
  }
  [standby, restricted] = await Promise.all([startStandby(programs, primary), startStandby(programs, primary)]);
});
after(async () => {
  for (const sink of sinks ?? []) await sink.stop();
  await Promise.all([standby?.stop(), restricted?.stop()]);
  await primary?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

const addressOf = ({ dir: socket }: SystemPostgres, user = 'postgres') =>
  `postgres://${user}@localhost/meldekette?host=${encodeURIComponent(socket)}`;

const configOf = (server: SystemPostgres, folder: string, env: Record<string, string> = {}): Config =>
  loadConfig({
    PORT: '0',
    DATABASE_URL: addressOf(server),
    SECRET_KEY: 'a secret key that only tests know',
    OWNER_PASSWORD: 'owner password of the tests',
    DATA_DIR: path.join(dir, folder),
    LOCAL_CHANNELS: '1',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://meldekette.test',
    ...env,
  });

async function run(server: SystemPostgres, database: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url.replace('/postgres?', `/${database}?`) });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Creates owners, codes, channels, and a pending alarm. */
async function fill(first: RunningServer): Promise<void> {
  const { db, secrets } = first.app;
  const owner = await createOwner(first, 'owner@example.org', 'Olga');
  await createOwner(first, 'second-owner@example.org', 'Otto');
  const manager = { roles: ['administrator' as const], passwordHash: await hashPassword(password) };
  await createUser(db, { ...manager, email: 'manager@example.org' });
  await createUser(db, { ...manager, email: 'plain-owner@example.org', roles: ['system_owner'] });
  const client = createClient(first.url, owner, await openSession(first.app, owner, { userAgent: 'test' }));
  const create = async () =>
    (await client.run('mutation { createReleaseCode { code releaseCode { id } } }')).createReleaseCode;
  printed = (await create()).code;
  const gone = await create();
  revoked = gone.code;
  await client.run('mutation ($id: ID!) { revokeReleaseCode(id: $id) { revokedAt } }', { id: gone.releaseCode.id });
  const { rows } = await sql<{ hash: Buffer }>`select code_hash as hash from release_codes`.execute(db);
  assert.ok(!rows.some(({ hash }) => hash.toString('latin1').includes(printed)), 'only a hash is stored');
  const [one, other] = await Promise.all(sinks.map(({ port }) => createMailChannel(db, port)));
  channels = { first: one!, second: other! };
  await sql`
    update channels set is_active = (id = ${channels.first}), used_at = case id
      when ${channels.first} then 'first' when ${channels.second} then 'second' else 'everywhere' end`.execute(db);
  const { messageId: id } = await createRecipients(db, {
    count: 3,
    channelId: channels.first,
    lane: 'alarm',
    address: (n) => `person${n}@example.org`,
  });
  messageId = id;
  assert.ok(secrets.store);
}

async function createOwner({ app: { db, secrets } }: RunningServer, email: string, firstName: string) {
  const passwordHash = await hashPassword(password);
  const { id } = await createUser(db, {
    email,
    firstName,
    lastName: 'Beispiel',
    roles: ['system_owner'],
    passwordHash,
  });
  await db
    .insertInto('userTotp')
    .values({ userId: id, secret: seal(secrets.store, sealedFor(id), secret) })
    .execute();
  return id;
}

interface Served {
  url: string;
  lines: Record<string, unknown>[];
  /** Resolves once the start can go on. */
  over: Promise<boolean>;
}

/** Serves the page of a standby, as a start does. */
async function serve(config: Config, orderLasts?: number): Promise<Served & { stop: () => void }> {
  const lines: Record<string, unknown>[] = [];
  const write = (line: Record<string, unknown>) => void lines.push(line);
  const log: Logger = Object.assign(createLog('silent'), { info: write, warn: write, error: write });
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  const ending = new AbortController();
  const start = { log, ready: resolve, signal: ending.signal, ...(orderLasts ? { orderLasts } : {}) };
  const over = serveWhileStandby(config, start);
  over.then((was) => was || reject(new Error('the database is no standby')), reject);
  return { url: await ready, lines, over, stop: () => ending.abort() };
}

const send = (url: string, fields: Record<string, string>, language = 'de') =>
  fetch(`${url}/release?lang=${language}`, { method: 'POST', body: new URLSearchParams(fields) });

const withPassword = (email: string, factor: string) => ({
  way: 'password',
  email,
  password,
  factor,
  confirmed: '1',
  discard: 'none',
});

const readState = async (url: string) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

async function onDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = connect(url);
  try {
    return await work(db);
  } finally {
    await close();
  }
}

test('a standby serves its page, and page, checks and log report the same', options, async () => {
  const served = await serve(configOf(standby, 'watching'));
  try {
    const { status, body } = await until(async () => {
      const found = await readState(served.url);
      return found.body['connected'] === true && found;
    });
    assert.equal(status, 503, 'a proxy sends users to the other place');
    const { status: name, place, sending, dataAge, keyFits, followsSince } = body;
    assert.deepEqual(
      { name, place, sending, keyFits },
      { name: 'standby', place: 'second', sending: 'nothing', keyFits: true },
    );
    assert.ok(typeof dataAge === 'number' && dataAge >= 0);
    assert.ok(typeof followsSince === 'string');
    const alive = await fetch(`${served.url}/healthz`);
    assert.deepEqual([alive.status, ((await alive.json()) as { status: string }).status], [200, 'standby']);
    const line = served.lines.find(({ event }) => event === 'standby');
    assert.deepEqual([line?.['place'], line?.['sending'], line?.['keyFits']], ['second', 'nothing', true]);
    const german = await (await fetch(`${served.url}/?lang=de`)).text();
    assert.match(
      german,
      /<h1>Zweiter Standort<\/h1>[\s\S]*sendet nichts[\s\S]*Folgt ohne Unterbrechung seit[\s\S]*Alter der Daten/,
    );
    assert.match(german, /Der andere Standort arbeitet noch/);
    const english = await fetch(`${served.url}/`, { headers: { 'accept-language': 'en' } });
    assert.match(await english.text(), /<html lang="en">[\s\S]*<h1>Second place<\/h1>/);
    assert.match(english.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.equal((await fetch(`${served.url}/api/graphql`, { method: 'POST' })).status, 503);
    assert.ok(!served.lines.some(({ event }) => String(event).endsWith('_failed')), JSON.stringify(served.lines));
  } finally {
    served.stop();
    await assert.rejects(served.over, { name: 'AbortError' });
  }
});

test('refuses whoever is no owner with two factors or has no valid code', options, async () => {
  const served = await serve(configOf(standby, 'refusing'));
  const refused = async (fields: Record<string, string>, words: RegExp, status = 403) => {
    const response = await send(served.url, fields);
    assert.equal(response.status, status);
    assert.match(await response.text(), words);
  };
  const owner = withPassword('owner@example.org', code());
  try {
    await refused({ ...owner, confirmed: '' }, /Bestätigen Sie/);
    await refused({ ...owner, password: 'wrong' }, /Adresse oder Passwort/);
    await refused({ ...owner, factor: '000000' }, /Der Code ist falsch/);
    await refused({ ...owner, factor: 'ABCD-EFGH-JKMN' }, /Der Code ist falsch/);
    await refused(withPassword('manager@example.org', code()), /kein Systeminhaber/);
    await refused(withPassword('plain-owner@example.org', code()), /keine Authenticator-App/);
    const byCode = { way: 'code', name: 'Erika', confirmed: '1' };
    await refused({ ...byCode, code: revoked }, /unbekannt, verwendet oder widerrufen/);
    await refused({ ...byCode, code: 'AAAAA-BBBBB-CCCCC-DDDDD' }, /unbekannt, verwendet oder widerrufen/);
    await refused({ ...byCode, code: printed, name: ' ' }, /Tragen Sie Ihren Namen ein/);
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async () => (await send(served.url, { ...owner, password: 'wrong' })).status),
    );
    assert.ok(statuses.includes(429), 'a flood is throttled');
    assert.equal((await readState(served.url)).body['release'], '', 'nothing was released');
  } finally {
    served.stop();
    await assert.rejects(served.over, { name: 'AbortError' });
  }
});

test('with another key, it names the reason and releases nothing', options, async () => {
  const served = await serve(
    configOf(standby, 'keyless', { SECRET_KEY: 'another secret key than the first place has' }),
  );
  try {
    assert.match(await (await fetch(served.url)).text(), /SECRET_KEY/);
    assert.equal((await send(served.url, withPassword('owner@example.org', code()))).status, 403);
  } finally {
    served.stop();
    await assert.rejects(served.over, { name: 'AbortError' });
  }
});

test('a database that recovers up to a set point is no second place', options, async () => {
  await run(primary, 'postgres', `alter system set recovery_target_name = 'a point that never comes'`);
  const restored = await startStandby(programs!, primary);
  try {
    await run(primary, 'postgres', 'alter system reset recovery_target_name');
    const start = { log: createLog('silent'), ready: () => assert.fail('it shows no page') };
    assert.equal(await serveWhileStandby(configOf(restored, 'restored'), start), false);
  } finally {
    await restored.stop();
  }
});

test('while its own database is away, the page says so, and does not blame the other place', options, async () => {
  const own = await startStandby(programs!, primary);
  try {
    const served = await serve(configOf(own, 'away'));
    try {
      await own.crash();
      await until(async () => (await readState(served.url)).body['database'] === 'away');
      const page = await (await fetch(`${served.url}/?lang=de`)).text();
      assert.match(page, /Die Datenbank dieses Standorts antwortet nicht/);
      assert.doesNotMatch(page, /nicht zu erreichen|<form/);
      const given = await send(served.url, withPassword('owner@example.org', code()));
      assert.match(await given.text(), /antwortet nicht/);
      assert.equal((await readState(served.url)).body['release'], '');
    } finally {
      served.stop();
      await assert.rejects(served.over, { name: 'AbortError' });
    }
  } finally {
    await own.stop();
  }
});

test('a role that may not promote gets the command, and its release counts after it', options, async () => {
  const config = configOf(restricted, 'restricted');
  await run(primary, 'meldekette', 'grant select on all tables in schema public to visitor');
  const url = addressOf(restricted, 'visitor');
  await until(() =>
    onDatabase(url, async (db) => (await sql`select from users limit 1`.execute(db)).rows.length === 1).catch(
      () => false,
    ),
  );
  const byCode = { way: 'code', code: printed.toLowerCase(), name: 'Erika', confirmed: '1' };
  const forgotten = await serve({ ...config, DATABASE_URL: url }, 1_500);
  assert.equal((await send(forgotten.url, byCode)).status, 202);
  await until(() => forgotten.lines.some(({ event }) => event === 'release_lapsed'));
  assert.match(await (await fetch(forgotten.url)).text(), /<form/, 'it can be given again');
  forgotten.stop();
  await assert.rejects(forgotten.over, { name: 'AbortError' });
  const served = await serve({ ...config, DATABASE_URL: url });
  const given = await send(served.url, byCode);
  assert.equal(given.status, 202);
  assert.match(await given.text(), /Freigegeben von Erika[\s\S]*select pg_promote/);
  assert.equal((await readState(served.url)).body['release'], 'command');
  // the visitor's missing rights
  await run(restricted, 'postgres', 'select pg_promote()');
  for (const schema of ['public', 'pgboss'])
    await run(
      restricted,
      'meldekette',
      `grant usage on schema ${schema} to visitor; grant all on all tables in schema ${schema} to visitor;
      grant all on all sequences in schema ${schema} to visitor`,
    );
  assert.equal(await served.over, true);
  await onDatabase(addressOf(restricted), async (db) => {
    const { rows } = await sql<{ place: string; by: string | null; held: boolean; used: number }>`
      select place, released_by as by, held_at is not null as held,
        (select count(*)::int from release_codes where used_by = 'Erika') as used
      from installation`.execute(db);
    assert.deepEqual(rows, [{ place: 'second', by: 'Erika', held: false, used: 1 }]);
  });
});

test('a release by two people at once counts once, and the waiting alarm leaves marked', options, async () => {
  const config = configOf(standby, 'released');
  const served = await serve(config);
  await primary.crash();
  await until(async () => (await readState(served.url)).body['connected'] === false);
  const began = performance.now();
  const [one, other] = await Promise.all(
    ['owner@example.org', 'second-owner@example.org'].map(async (email) => {
      const response = await send(served.url, withPassword(email, code()));
      return { status: response.status, text: await response.text() };
    }),
  );
  assert.deepEqual([one!.status, other!.status], [202, 202]);
  const namesIn = (text: string) => /Freigegeben von (\S+) Beispiel/.exec(text)?.[1];
  assert.ok(namesIn(one!.text), one!.text);
  assert.equal(namesIn(one!.text), namesIn(other!.text), 'the second is told who released');
  assert.equal(await served.over, true);
  assert.doesNotMatch(JSON.stringify(served.lines), /Olga|Otto|Beispiel|example\.org/, 'the log names no one');
  const second = await startServer(config);
  try {
    await until(async () => (await sinks[1]!.ledger()).length >= 3);
    const seconds = (performance.now() - began) / 1000;
    assert.ok(seconds < 60, `the first alarm left after ${seconds} s`);
    const { db } = second.app;
    const { rows } = await sql<{ marked: boolean; status: string }>`
      select distinct maybe_duplicate as marked, status from message_recipients where message_id = ${messageId}`.execute(
      db,
    );
    assert.ok(rows.length > 0 && rows.every(({ marked }) => marked), JSON.stringify(rows));
    const { rows: released } = await sql<{ place: string; by: string; audited: number; sealed: boolean }>`
      select place, released_by as by,
        (select count(*)::int from audit_entries where type = 'Installation' and label = i.released_by) as audited,
        exists (select from log_seals s where s.chain = 'audit' and s.at >= i.released_at) as sealed
      from installation i`.execute(db);
    const by = `${namesIn(one!.text)} Beispiel`;
    assert.deepEqual(released, [{ place: 'second', by, audited: 1, sealed: true }]);
    const active = await db.selectFrom('channels').select('id').where('isActive', '=', true).execute();
    assert.ok(
      active.some(({ id }) => id === channels.second),
      'its own route is switched on',
    );
    assert.ok(!active.some(({ id }) => id === channels.first), 'the route of the first place is switched off');
  } finally {
    await second.stop();
  }
  const ledger = (await sinks[1]!.ledger()).map(({ to }) => to);
  assert.equal(new Set(ledger).size, ledger.length, 'each person got it once');
  assert.deepEqual(await sinks[0]!.ledger(), [], 'nothing left over the route of the first place');
});
