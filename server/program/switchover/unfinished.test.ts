import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { withClient } from '#server/platform/connection/client.ts';
import { openMovesWith, switchoverSchema } from '#server/platform/connection/moves.ts';
import { otherDatabase } from '#server/platform/connection/servers.ts';
import { connect } from '#server/platform/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { until as untilSoon } from '#testing/until.ts';
import { createState, refusingStatement, startCapture } from './capture.ts';
import { switchOver } from './switch-over.ts';
import { readTables } from './tables.ts';
import { openEnd } from './target.ts';

// The moments around the decision, each without the whole program.

const until: typeof untilSoon = (look) => untilSoon(look, 120_000);
const root = path.resolve(import.meta.dirname, '../../..');
const installation = '2f0f7a30-7b52-4d5c-9c0c-7f6f3c0f5a11';

let source: TestDatabase;
let dir: string;
let name: string;
const targets: string[] = [];
const onServer = (statement: string) =>
  withClient(otherDatabase(source.url, 'postgres'), (client) => client.query(statement));
before(async () => {
  source = await createTestDatabase();
  dir = await mkdtemp(path.join(tmpdir(), 'meldekette-switchover-'));
  name = `moved_${randomBytes(6).toString('hex')}`;
  await withClient(source.url, async (client) => {
    await client.query('create schema pgboss');
    await client.query('insert into installation (id, key_fingerprint) values ($1, $2)', [
      installation,
      Buffer.alloc(32),
    ]);
  });
});
const running = new Set<ChildProcess>();
after(async () => {
  for (const program of running) program.kill('SIGKILL');
  for (const target of targets) await onServer(`drop database if exists ${target} with (force)`);
  await source?.drop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

async function createTarget(suffix: string): Promise<string> {
  const target = `${name}_${suffix}`;
  targets.push(target);
  await onServer(`create database ${target} template template0 encoding 'UTF8'`);
  return otherDatabase(source.url, target);
}

const move = (from: string, to: string, onStep: (line: string) => void = () => {}) =>
  switchOver({ from, to, seal: (url) => Buffer.from(url), log: createLog('silent'), onStep }).then(
    () => 'it succeeded',
    (error: Error) => error.message,
  );

const countTables = async (url: string) => {
  const client = await openEnd(url);
  const { rows } = await client.query<{ count: number }>(
    "select count(*)::int as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  );
  await client.end();
  return rows[0]!.count;
};

const hasState = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regnamespace('${switchoverSchema}') is not null as found`,
    );
    return rows[0]!.found;
  });

test('statements that wait for the lock run in the new database, also when they fill their pool', async () => {
  const [from, to] = [await createTestDatabase(), await createTestDatabase()];
  for (const { url } of [from, to])
    await withClient(url, (client) => client.query('create table written (id integer primary key)'));
  const client = await openEnd(from.url);
  await createState(client, { role: 'source', token: 'one', installation, place: 'elsewhere' });
  const tables = (await readTables(client, ['public'])).filter((table) => table.name === 'public.written');
  await startCapture(client, tables);
  openMovesWith(async () => to.url);

  const { db, pool, close } = connect(from.url, () => {}, { max: 2 });
  await client.query('begin');
  await client.query('lock table only written in exclusive mode');
  const written = Promise.all([
    pool.query('insert into written values (1)'), // as jobs do
    ...[2, 3].map((id) => sql`insert into written values (${id})`.execute(db)),
  ]);
  written.catch(() => undefined);
  await until(async () => {
    const { rowCount } = await client.query(`select from pg_locks where relation = 'written'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`);
    return rowCount === 2;
  });
  await client.query(refusingStatement('moved'));
  await client.query(`update ${switchoverSchema}.state set stage = 'moved', address = 'x'`);
  await client.query('commit');
  await written;

  const inOld = await client.query('select from written');
  const { rows: inNew } = await sql`select id from written order by id`.execute(db);
  assert.deepEqual([inOld.rowCount, inNew], [0, [{ id: 1 }, { id: 2 }, { id: 3 }]]);
  await client.end();
  await close();
  await to.drop();
  await from.drop();
});

test('a target that may hold the only valid data asks to be kept', async () => {
  const target = await createTarget('kept');
  const client = await openEnd(target);
  await createState(client, { role: 'target', token: 'two', installation, place: 'here' });
  const refusal = () => withClient(target, async () => '').catch(({ message }: Error) => message);
  assert.match(await refusal(), /incomplete target of a switchover: .* or drop it/);
  await client.query(`update ${switchoverSchema}.state set stage = 'complete'`);
  assert.match(await refusal(), /incomplete target of a switchover that may have moved the data, so keep it/);
  await client.end();
});

test('a table that appears before the copy ends the attempt', async () => {
  const target = await createTarget('changed');
  const { db, close } = connect(source.url);
  let adding: Promise<unknown> | null = null;
  const message = await move(source.url, target, () => {
    adding ??= sql`create table added (id integer primary key)`.execute(db);
  });
  await adding;
  assert.match(message, /The tables were changed meanwhile/);
  assert.deepEqual([await countTables(target), await hasState(source.url)], [0, false]);
  await sql`drop table added`.execute(db);
  await close();
});

test('a command that hangs with the lock lets changes go on', async () => {
  const target = await createTarget('slow');
  const blocking = await openEnd(target);
  await blocking.query('select pg_advisory_lock(99)');
  await blocking.query(`create function pg_catalog.wait_for_test() returns event_trigger language plpgsql as $$ begin
    if current_query() ~* 'foreign key' then perform pg_advisory_xact_lock_shared(99); end if; end $$`);
  await blocking.query(`create event trigger waiting on ddl_command_start when tag in ('ALTER TABLE')
    execute function pg_catalog.wait_for_test()`);
  const address = path.join(dir, 'address');
  await writeFile(address, `${target}\n`);
  const { program, output, ended } = runCommand(address);
  await until(async () => {
    assert.equal(program.exitCode, null, output());
    const { rowCount } = await blocking.query(`select from pg_stat_activity
      where datname = current_database() and application_name = 'meldekette switchover' and wait_event = 'advisory'`);
    return rowCount === 1;
  });
  process.kill(program.pid!, 'SIGSTOP');
  const { db, close } = connect(source.url, () => {}, { queryTimeout: 60_000 });
  await sql`insert into people (first_name, last_name) values ('A', 'B')`.execute(db);
  process.kill(program.pid!, 'SIGCONT');
  await blocking.end();
  assert.notEqual(await ended, 0);
  assert.match(output(), /Meldekette goes on with the old database/);
  assert.deepEqual([await countTables(target), await hasState(source.url)], [0, false]);
  await close();
});

function runCommand(address: string) {
  const program: ChildProcess = spawn(
    process.execPath,
    ['server/program/switchover/switchover-command.ts', '--to-file', address],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: source.url, DATA_DIR: dir, SECRET_KEY: 'a secret key that only tests know' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [program.stdout!, program.stderr!])
    stream.on('data', (text) => {
      output += text;
    });
  running.add(program);
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  void ended.then(() => running.delete(program));
  return { program, output: () => output, ended };
}

/** Leads to a server. The decisive commit arrives late: when its sender, which was cut off, asks for the lock again. */
async function startLateWay(url: string) {
  const { hostname, port } = new URL(url);
  let arrive = () => {};
  const server = createServer((near) => {
    const far = createConnection({ host: hostname, port: Number(port) });
    let [isDeciding, isLate] = [false, false];
    near.on('data', (chunk) => {
      if (isDeciding && chunk.includes('commit')) {
        isLate = true;
        arrive = () => far.end(chunk);
        near.destroy();
        return;
      }
      if (chunk.includes('pg_try_advisory_lock')) arrive();
      isDeciding ||= chunk.includes("stage = 'moved'");
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!near.destroyed) near.write(chunk);
    });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.on('close', () => {
      if (!isLate) far.destroy();
    });
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const way = new URL(url);
  way.hostname = '127.0.0.1';
  way.port = String((server.address() as AddressInfo).port);
  return { url: way.href, stop: () => new Promise((resolve) => server.close(resolve)) };
}

test('a decisive commit that arrives after its connection was lost keeps the new database', async () => {
  const target = await createTarget('late');
  openMovesWith(async ({ address }) => String(address));
  const way = await startLateWay(source.url);
  assert.match(await move(way.url, target), /in the moment of the switchover .*: repeat the command/);
  await way.stop();
  assert.equal(await countTables(target), await countTables(source.url));
  const found = await withClient(source.url, async (client) => {
    const { rows } = await client.query<{ last_name: string }>('select last_name from people');
    return [client.database, rows];
  });
  assert.deepEqual(found, [`${name}_late`, [{ last_name: 'B' }]]);
  assert.equal(await hasState(target), false);
});
