// The offline archive in a clean folder, for an account without rights, in a network namespace without a route.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';

const needed = missing({
  '/usr/bin/zstd': 'zstd',
  '/usr/bin/unshare': 'util-linux',
  '/usr/bin/setpriv': 'util-linux',
  '/usr/bin/nsenter': 'util-linux',
  '/usr/bin/curl': 'curl',
});
const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const longest = 30; // seconds from the command to the first answer

let dir: string;
let program: string;
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  assert.equal(process.getuid?.(), 0, 'this needs root, for the network namespace and the account');
  dir = await mkdtemp(path.join(tmpdir(), 'meldekette-archive-'));
  await chmod(dir, 0o755);
  const given = process.env['ARCHIVE'];
  const made = path.join(dir, 'made');
  if (!given) await run(process.execPath, ['scripts/archive.ts', made], { cwd: root });
  const archive = given ?? path.join(made, (await readdir(made)).find((file) => file.endsWith('.zst'))!);
  await run('sha256sum', ['--check', '--status', `${path.basename(archive)}.sha256`], { cwd: path.dirname(archive) });
  await run('tar', ['--extract', '--zstd', '--no-same-owner', `--file=${archive}`, `--directory=${dir}`]);
  program = path.join(dir, (await readdir(dir)).find((file) => file.startsWith('meldekette-'))!);
});
after(async () => {
  if (dir) await rm(dir, { recursive: true, force: true });
});

test('contains every package of its list, checksums of all files, and no tests', async () => {
  await run('sha256sum', ['--check', '--status', 'SHA256SUMS'], { cwd: program });
  const { components } = JSON.parse(await readFile(path.join(program, 'sbom.cdx.json'), 'utf8'));
  const packages = new Set(
    components.map(({ group, name }: { group?: string; name: string }) => (group ? `${group}/` : '') + name),
  );
  const installed = JSON.parse(await readFile(path.join(program, 'node_modules/.package-lock.json'), 'utf8')).packages;
  for (const where of Object.keys(installed)) assert.ok(packages.has(where.replace(/^.*node_modules\//, '')), where);
  const files = await readdir(program, { recursive: true });
  assert.deepEqual(
    files.filter((file) => /^(?:server|shared|demo|scripts)\/.*\.test\.ts$/.test(file)),
    [],
  );
});

test(`starts without a network within ${longest} seconds, writing only to its data folder`, async () => {
  const data = path.join(dir, 'data');
  await mkdir(data);
  await run('chown', ['65534:65534', data]);
  const account = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'];
  const start = performance.now();
  const child = spawn(
    'unshare',
    ['--net', '--', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh', ...account, `${program}/meldekette`, 'start'],
    {
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: data,
        DEMO_DATA: '0',
        PORT: '3000',
        OWNER_PASSWORD: 'owner password of the trial',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const ask = (route: string) =>
    run('nsenter', [
      `--target=${child.pid}`,
      '--net',
      'curl',
      '--silent',
      '--show-error',
      '--fail',
      `http://127.0.0.1:3000${route}`,
    ]);
  try {
    await until(
      () =>
        ask('/readyz').then(
          () => true,
          () => child.exitCode !== null && assert.fail(said),
        ),
      180_000,
    );
    const seconds = (performance.now() - start) / 1000;
    console.log(`ready after ${seconds.toFixed(1)} s`);
    const { stdout: routes } = await run('nsenter', [`--target=${child.pid}`, '--net', 'ip', 'route']);
    assert.equal(routes, '');
    assert.match((await ask('/')).stdout, /<script type="module"/);
    assert.ok(seconds <= longest, `${seconds} s\n${said}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  assert.equal(child.exitCode, 0, said);
  await run('sha256sum', ['--check', '--status', 'SHA256SUMS'], { cwd: program });
});
