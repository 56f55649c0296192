import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '#testing/until.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { isProcessAlive } from './embedded-postmaster.ts';

// One data folder for all tests: each finds what the one before left, as a machine would.
const dir = mkdtempSync(path.join(tmpdir(), 'embedded-'));
const settings = { fsync: 'off' };
const pidFile = path.join(dir, 'pgdata', 'postmaster.pid');
const start = () => startEmbedded({ dir, settings });
after(() => rm(dir, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ value: unknown }>(sql).finally(() => client.end());
  return rows[0]?.value;
}

// A second program that uses the same folder until it is killed.
async function startElsewhere(): Promise<{ pid: number; postgresPid: number; kill(): Promise<unknown> }> {
  const module = new URL('./embedded.ts', import.meta.url).href;
  const code = `const { startEmbedded } = await import(${JSON.stringify(module)});
    const { pid } = await startEmbedded(${JSON.stringify({ dir, settings })});
    console.log(pid);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    pid: child.pid!,
    postgresPid: Number(line.toString()),
    kill: () => {
      child.kill('SIGKILL');
      return once(child, 'exit');
    },
  };
}

test('two concurrent first starts make one PostgreSQL, and the last to leave stops it', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  assert.equal([one, two].filter((it) => it.initialised).length, 1);
  assert.equal(one.pid, two.pid);
  assert.deepEqual((await readdir(dir)).sort(), ['pgdata', 'postgres.log']);
  assert.equal(await query(one.url, `select lower('ÄÖÜ') || current_setting('max_connections') as value`), 'äöü200');
  await query(one.url, 'create table kept as select 1 as value');
  await one.stop();
  assert.equal(await query(two.url, 'select 1 as value'), 1);
  await two.stop();
  assert.equal(await isProcessAlive(two.pid), false);
});

test('the next program adopts a PostgreSQL that a killed program left running', async () => {
  const killed = await startElsewhere();
  await killed.kill();
  const next = await start();
  assert.deepEqual([next.adopted, next.pid], [true, killed.postgresPid]);
  assert.equal(await query(next.url, 'select value from kept'), 1);
  await next.stop();
});

test('a program that leaves while the only other one is killed stops PostgreSQL', async () => {
  const killed = await startElsewhere();
  const mine = await start();
  const backend = "select pid as value from pg_stat_activity where application_name = 'keeper ' || ";
  const share = Number(await query(mine.url, `${backend}${killed.pid}`));
  process.kill(share, 'SIGSTOP'); // PostgreSQL does not see yet that it is gone
  await killed.kill();
  const left = mine.stop();
  await sleep(500);
  process.kill(share, 'SIGCONT');
  await left;
  assert.equal(await isProcessAlive(killed.postgresPid), false);
});

test('starts a PostgreSQL again that was killed together with its program', async () => {
  const killed = await startElsewhere();
  await killed.kill();
  process.kill(killed.postgresPid, 'SIGKILL');
  const next = await start();
  assert.deepEqual([next.adopted, next.initialised], [false, false]);
  assert.equal(await query(next.url, 'select value from kept'), 1);
  await next.stop();
});

test('restarts a killed PostgreSQL of a living program at the same address', async () => {
  const running = await start();
  const before = running.pid;
  process.kill(before, 'SIGKILL');
  await until(() => running.pid !== before);
  assert.equal(await query(running.url, 'select value from kept'), 1);
  await running.stop();
  assert.equal(await isProcessAlive(running.pid), false);
});

test('sets aside a postmaster.pid whose pid belongs to another process', async () => {
  const running = await start();
  const content = await readFile(pidFile, 'utf8');
  const owner = (await readFile(`/proc/${running.pid}/status`, 'utf8')).match(/^Uid:\s+(\d+)/m)?.[1];
  await running.stop();
  const options = process.getuid?.() === 0 ? { uid: Number(owner) } : {};
  const stranger = spawn('sleep', ['60'], { ...options, stdio: 'ignore' });
  await once(stranger, 'spawn');
  await writeFile(pidFile, content.replace(/^\d+/, String(stranger.pid)));
  let next: EmbeddedPostgres | undefined;
  try {
    next = await start();
    assert.equal(next.adopted, false);
  } finally {
    stranger.kill();
    await next?.stop();
  }
});

test('reports a lost secret instead of waiting', async () => {
  const secret = path.join(dir, 'pgdata', 'app.secret');
  const right = await readFile(secret);
  const running = await start();
  await writeFile(secret, 'wrong');
  await assert.rejects(start(), /runs \(process \d+, port \d+\) but refuses our password/);
  await writeFile(secret, right);
  await running.stop();
});

test('reports a copied folder that its owner cannot reach', { skip: process.getuid?.() !== 0 }, async () => {
  const closed = mkdtempSync(path.join(tmpdir(), 'embedded-')); // for us alone
  const copy = path.join(closed, 'copy');
  await mkdir(copy);
  await promisify(execFile)('cp', ['-a', path.join(dir, 'pgdata'), path.join(copy, 'pgdata')]);
  await assert.rejects(
    startEmbedded({ dir: copy, settings }),
    /user \d+ cannot reach .*: move both out of folders closed to others/,
  );
  await rm(closed, { recursive: true });
});

test('works as database owner without superuser, also on data of an earlier release', async () => {
  const own = { dir, settings, database: 'own' };
  const before = await startEmbedded(own);
  await query(before.url, 'create extension pg_trgm');
  for (const made of [
    'create schema kept_schema',
    'create table kept_schema.parts (id serial primary key, name text)',
    "create type colour as enum ('red')",
    'create view names as select name from kept_schema.parts',
    'create function twice(n int) returns int language sql return n * 2',
    'create table numbers (id int generated always as identity)',
  ])
    await query(before.url, made);
  const starts = await Promise.all([1, 2].map(() => startEmbedded({ ...own, forProgram: true })));
  const { url } = starts[0]!;
  assert.equal(url, starts[1]!.url);
  assert.equal(await query(url, `select current_setting('is_superuser') as value`), 'off');
  assert.equal(
    await query(
      url,
      `select rolsuper or rolcreaterole or rolcreatedb or rolreplication as value
    from pg_roles where rolname = current_user`,
    ),
    false,
  );
  const foreign = `select count(*)::int as value from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'kept_schema') and pg_get_userbyid(c.relowner) <> current_user`;
  assert.equal(await query(url, foreign), 0);
  for (const allowed of [
    'alter table kept_schema.parts add column more int',
    "insert into kept_schema.parts (name) values ('x')",
    'drop function twice(int)',
    "alter type colour add value 'blue'",
    'drop view names',
  ])
    await query(url, allowed);
  await query(url, 'vacuum analyze kept_schema.parts');
  for (const refused of [
    `select pg_read_file('postgresql.conf')`,
    `copy numbers from program 'id'`,
    `set session_replication_role = replica`,
  ])
    await assert.rejects(query(url, refused), /permission denied/);
  for (const started of [before, ...starts]) await started.stop();
});
