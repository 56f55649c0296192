import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { loadConfig } from '#server/platform/config.ts';
import { startServer } from '#server/program/server.ts';
import { programFile } from '#testing/program.ts';
import { until } from '#testing/until.ts';
import {
  findSystemPostgres,
  type SystemPostgres,
  startStandby,
  startSystemPostgres,
} from '../../../interop/postgres/programs.ts';

const programs = findSystemPostgres();
const options = { skip: programs ? false : 'needs the Debian packages postgresql and postgresql-client' };

let main: string;
let dir: string;
let primary: SystemPostgres;
let standby: SystemPostgres;
const started = new Set<ChildProcess>();
before(async () => {
  if (!programs) return;
  main = await programFile();
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-supervised-'));
  primary = await startSystemPostgres(programs);
  await run(primary, 'create database meldekette');
  const first = await startServer(loadConfig({ ...environment(primary), ROLES: 'web', LOG_LEVEL: 'silent' }));
  await first.stop();
  standby = await startStandby(programs, primary);
});
after(async () => {
  for (const { pid } of started) if (pid) process.kill(-pid, 'SIGKILL');
  await standby?.stop();
  await primary?.stop();
  if (dir) await rm(dir, { recursive: true, force: true });
});

const environment = ({ dir: socket }: SystemPostgres) => ({
  DATABASE_URL: `postgres://postgres@localhost/meldekette?host=${encodeURIComponent(socket)}`,
  DATA_DIR: path.join(dir, socket === primary.dir ? 'first' : 'second'),
  SECRET_KEY: 'a secret key that only tests know',
  OWNER_PASSWORD: 'owner password of the tests',
  PORT: '0',
  LOG_LEVEL: 'warn',
});

async function run(server: SystemPostgres, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Starts `npm start`; returns the printed address. */
function start(roles = '') {
  const program = spawn(process.execPath, [main], {
    env: { ...process.env, ROLES: roles, WEB_PROCESSES: roles ? '' : '1', ...environment(standby) },
    detached: true, // a group of its own, as behind a terminal
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(program);
  let said = '';
  for (const stream of [program.stdout!, program.stderr!]) stream.on('data', (text) => (said += text));
  const ended = new Promise<number | null>((resolve) => program.once('exit', resolve));
  void ended.then(() => started.delete(program));
  const address = (words: RegExp) =>
    until(() => {
      assert.equal(program.exitCode, null, said);
      return words.exec(said)?.[1];
    }, 120_000);
  return { program, ended, address };
}

const stateAt = async (url: string) =>
  (await (await fetch(`${url}/readyz`)).json()) as { status: string; sending?: string };

test('a single process ends on a signal too, without an error', options, async () => {
  const { program, ended, address } = start('web,worker');
  await address(/State and release: +(\S+)\s/);
  program.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('all processes wait behind the page, end on a signal, and start after a promotion, held', options, async () => {
  const stopped = start();
  const page = await stopped.address(/State and release: +(\S+)\s/);
  assert.equal((await stateAt(page)).status, 'standby');
  stopped.program.kill('SIGTERM');
  assert.equal(await stopped.ended, 0);

  const { program, ended, address } = start();
  assert.equal((await stateAt(await address(/State and release: +(\S+)\s/))).status, 'standby');
  await primary.crash();
  await run(standby, 'select pg_promote()');
  const url = await address(/is running: +(\S+)\s/);
  await until(async () => (await stateAt(url)).sending === 'held', 120_000);
  program.kill('SIGTERM');
  assert.equal(await ended, 0);
});
