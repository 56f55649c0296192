import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { loadConfig } from '#server/platform/config.ts';
import { isProcessAlive } from '#server/platform/database/embedded-postmaster.ts';
import { openSecrets } from '#server/platform/open-secrets.ts';
import { installed } from '#testing/app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { programFile } from '#testing/program.ts';
import { until } from '#testing/until.ts';
import { acceptKey } from './accept-key.ts';
import { startServer } from './server.ts';

let main: string;
let database: TestDatabase;
let operator: pg.Client;
const dir = mkdtempSync(path.join(os.tmpdir(), 'meldekette-starting-'));
const running = new Set<ChildProcess>();
before(async () => {
  main = await programFile();
  database = await createTestDatabase(installed);
  operator = new pg.Client({ connectionString: database.url });
  operator.on('error', () => {});
  await operator.connect();
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  await operator.end();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

/** Starts the program; returns output and end. */
function start(env: Record<string, string>, ...args: string[]) {
  const program = spawn(process.execPath, [main, ...args], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dir,
      DEMO_DATA: '0',
      PORT: '0',
      ROLES: 'web',
      SECRET_KEY: '',
      OWNER_PASSWORD: 'owner password of the tests',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(program);
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    program.once('close', (code, signal) => {
      running.delete(program);
      resolve(code ?? signal);
    });
  });
  return { program, ended, said: () => said };
}

/** Starts and ends; returns the output. */
async function works(env: Record<string, string>, ...args: string[]): Promise<string> {
  const { program, ended, said } = start(env, ...args);
  await until(async () => /is running/.test(said()) || (program.exitCode !== null && assert.fail(said())), 120_000);
  program.kill('SIGTERM');
  assert.equal(await ended, 0, said());
  return said();
}

/** Refuses to start, in words and log. */
async function refuses(expected: RegExp, env: Record<string, string> = {}, ...args: string[]): Promise<void> {
  await endsWith(2, expected, env, ...args);
}

async function endsWith(code: number, expected: RegExp, env: Record<string, string>, ...args: string[]): Promise<void> {
  const { ended, said } = start(env, ...args);
  assert.equal(await ended, code, said());
  assert.match(said(), expected);
  assert.match(said(), /"event":"start_failed"/);
  assert.doesNotMatch(said(), /^\s+at |node:internal|\.ts:\d/m);
}

const key = (n: number) => `a secret key of an operator, number ${n}`;
const keyFile = path.join(dir, 'secret-key');

test('does not open a database in use without its key and makes no new key', async () => {
  await refuses(/its key is missing[\s\S]*--accept-new-key/);
  assert.equal(existsSync(keyFile), false);
});

const configOf = (env: Record<string, string>) =>
  loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dir,
    DEMO_DATA: '0',
    PORT: '0',
    ROLES: 'web',
    OWNER_PASSWORD: 'owner password of the tests',
    LOG_LEVEL: 'silent',
    ...env,
  });
/** It starts and ends in this process, which costs a fourth. */
const opens = async (env: Record<string, string>) => (await startServer(configOf(env))).stop();
const keyFor = (env: Record<string, string>) => openSecrets(configOf(env), database.url);

test('opens a database only with its own key until --accept-new-key', async () => {
  await opens({ SECRET_KEY: key(1) });
  await opens({ SECRET_KEY: key(1) });
  await refuses(/is not the key that this database was made with[\s\S]*--accept-new-key/, { SECRET_KEY: key(2) });
  await assert.rejects(keyFor({}), /its key is missing/);
  await operator.query(`insert into recovery_codes (user_id, code_hash) select min(id), '\\x00' from users`);
  await operator.query(`insert into push_keys (public_key, private_key) values ('of the old key', '\\x00')`);
  await works({ SECRET_KEY: key(2) }, '--accept-new-key');
  for (const table of ['recovery_codes', 'push_keys', 'log_seals'])
    assert.equal((await operator.query(`select from ${table}`)).rowCount, 0, `${table}: nothing of it would be true`);
  await operator.query(`insert into push_keys (public_key, private_key) values ('of this key', '\\x00')`);
  await acceptKey(configOf({ SECRET_KEY: key(2) }));
  await opens({ SECRET_KEY: key(2) });
  assert.equal((await operator.query('select from push_keys')).rowCount, 1, 'the same key is no new one');
  await assert.rejects(keyFor({ SECRET_KEY: key(1) }), /is not the key/);
  await works({}, '--accept-new-key');
  await opens({});
  assert.equal(existsSync(keyFile), true);
  await rm(keyFile);
  await assert.rejects(keyFor({}), /its key is missing/);
  await acceptKey(configOf({}));
  await opens({});
});

test('an account with the right to make tables suffices; a superuser is named in the log', async () => {
  assert.match(await works({}), /"event":"database_superuser"/);
  const url = new URL(database.url);
  const name = `plain_${process.pid}`;
  await operator.query(`create role ${name} login password 'plain' nosuperuser nocreatedb nocreaterole`);
  await operator.query(`create database ${name} owner ${name}`);
  [url.username, url.password, url.pathname] = [name, 'plain', `/${name}`];
  try {
    const said = await works({ DATABASE_URL: url.href, SECRET_KEY: key(1), ROLES: 'web,worker' });
    assert.doesNotMatch(said, /database_superuser|error/);
  } finally {
    await operator.query(`drop database ${name} with (force)`);
    await operator.query(`drop role ${name}`);
  }
});

test('reports a port in use in a sentence for every way of starting', async () => {
  const other = net.createServer();
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
  const { port } = other.address() as AddressInfo;
  try {
    for (const ROLES of ['web', '']) {
      const { ended, said } = start({ ROLES, PORT: String(port) });
      assert.equal(await ended, 2, said());
      const lines = said()
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{'));
      assert.deepEqual(lines.length, 1, said());
      assert.match(lines[0]!, new RegExp(`port ${port} is already in use`));
    }
  } finally {
    await new Promise((done) => other.close(done));
  }
});

test('waits for an unreachable database and reports the reason in one sentence', async (t) => {
  const there = new URL(database.url);
  const proxy = net.createServer((socket) => {
    const other = net.connect(Number(there.port || 5432), there.hostname);
    socket.on('error', () => other.destroy()).on('close', () => other.destroy());
    other.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.pipe(other).pipe(socket);
  });
  const listen = (port: number) => new Promise<void>((done) => proxy.listen(port, '127.0.0.1', done));
  t.after(() => proxy.close());
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  await new Promise((done) => proxy.close(done));
  const url = new URL(database.url);
  [url.hostname, url.port] = ['127.0.0.1', String(port)];
  const { program, ended, said } = start({ DATABASE_URL: url.href, ROLES: '', WEB_PROCESSES: '1' });
  await until(async () => /waits for it/.test(said()) || (program.exitCode !== null && assert.fail(said())), 120_000);
  await listen(port);
  await until(async () => /is running/.test(said()) || (program.exitCode !== null && assert.fail(said())), 120_000);
  program.kill('SIGTERM');
  assert.equal(await ended, 0, said());
  const waits = said().match(
    /^The database cannot be reached: connect ECONNREFUSED .* Meldekette waits for it and then goes on\.$/gm,
  );
  assert.equal(waits?.length, 1, said());
});

test('starts nothing when asked for help or an unknown option', async () => {
  const help = start({}, '--help');
  assert.equal(await help.ended, 0, help.said());
  assert.match(help.said(), /^usage: npm start[\s\S]*DATABASE_URL/);
  await refuses(/^There is no such argument: --no-such\. See npm start -- --help\.$/m, {}, '--no-such');
});

test('names a folder that cannot be created at once, with and without its own database', async () => {
  for (const DATA_DIR of ['/proc/x', '/dev/null/x'])
    await refuses(/^Meldekette can't use \/(proc|dev\/null)\/x\S* \(\w+\)\. .* DATA_DIR/m, {
      DATABASE_URL: '',
      DATA_DIR,
    });
});

test('a release older than the database does not start', async () => {
  await operator.query("insert into migrations (name, sha256) values ('9999_later.sql', 'x')");
  await refuses(/older than the database: a newer one has applied 9999_later\.sql/);
  await operator.query("delete from migrations where name = '9999_later.sql'");
  await works({});
});

test('reports each obstacle to the start in a sentence', async () => {
  const closed = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  const nowhere = new URL(database.url);
  nowhere.port = String(port);
  const wrong = new URL(database.url);
  wrong.pathname = '/no_such_database';
  const unreachable = /^The database cannot be reached: connect ECONNREFUSED.* Start PostgreSQL there/m;
  await refuses(/^ {2}LOG_LEVEL: Invalid option/m, { LOG_LEVEL: 'loud' });
  await endsWith(75, unreachable, { DATABASE_URL: nowhere.href }); // it may work later
  await refuses(
    /^The database cannot be reached: database "no_such_database" does not exist.* create database no_such_database/m,
    {
      DATABASE_URL: wrong.href,
    },
  );
  await operator.query("update migrations set sha256 = 'x' where name like '0001%'");
  await refuses(/^The migration 0001\S* was changed after it had been applied\.$/m);
});

for (const roles of ['', 'web,worker']) {
  test(`a stop during the start also stops the database (${roles || 'all processes'})`, async () => {
    const home = path.join(dir, `embedded ${roles}`);
    const pidFile = path.join(home, 'database/pgdata/postmaster.pid');
    const { program, ended, said } = start({ DATABASE_URL: '', DATA_DIR: home, ROLES: roles });
    const postmaster = await until(
      async () => existsSync(pidFile) && Number(readFileSync(pidFile, 'utf8').split('\n')[0]),
      120_000,
    );
    assert.doesNotMatch(said(), /is running/);
    program.kill('SIGTERM');
    assert.equal(await ended, 0, said());
    assert.equal(await isProcessAlive(postmaster), false);
  });
}
