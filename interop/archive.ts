// The offline archive in a clean folder, for an account without rights, in a network namespace without a route.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { until } from '#testing/until.ts';
import { manualCommands } from './programs/manual-commands.ts';
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
const unshare = '/usr/bin/unshare';
const longest = 30; // seconds from the command to the first answer

const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

let dir: string;
let installed: string;
let inShell: (command: string) => Promise<unknown>;
let commands: Record<'unpack' | 'check' | 'start' | 'unpackNext' | 'change', string>;
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  assert.equal(process.getuid?.(), 0, 'this needs root, for the network namespace and the account');
  dir = await mkdtemp(path.join(tmpdir(), 'meldekette-archive-'));
  await chmod(dir, 0o755);
  const given = process.env['ARCHIVE'];
  if (!given) await run(process.execPath, ['scripts/archive.ts', dir], { cwd: root });
  const cwd = given ? path.dirname(given) : dir;
  inShell = (command) => run('bash', ['-euc', command], { cwd });
  installed = path.join(dir, 'opt');
  commands = await commandsOfManual();
  await inShell(commands.unpack);
});
after(async () => {
  if (dir) await rm(dir, { recursive: true, force: true });
});

/** Returns the commands of the manual, for this version and another folder. */
async function commandsOfManual() {
  const pages = await Promise.all(['install.md', 'upgrade.md'].map(manualCommands));
  assert.deepEqual(
    pages.map((page) => page.length),
    [3, 2],
  );
  const [unpack = '', check = '', start = '', unpackNext = '', change = ''] = pages
    .flat()
    .map((command) => command.replaceAll('/opt/meldekette', installed).replace(/VERSION=\S+/, `VERSION=${version}`));
  return { unpack, check, start, unpackNext, change: `VERSION=${version}\n${change}` };
}

test('lists every package and the checksum of every file, and contains no tests', async () => {
  await inShell(commands.check);
  const program = path.join(installed, 'current/');
  const { components } = JSON.parse(await readFile(path.join(program, 'sbom.cdx.json'), 'utf8'));
  const listed = new Set(
    components.map(({ group, name }: { group?: string; name: string }) => (group ? `${group}/` : '') + name),
  );
  const { packages } = JSON.parse(await readFile(path.join(program, 'node_modules/.package-lock.json'), 'utf8'));
  const names = new Set(Object.keys(packages).map((where) => where.replace(/^.*node_modules\//, '')));
  assert.deepEqual(listed, names);
  const files = await readdir(program, { recursive: true });
  assert.ok(files.includes('server/program/main.ts'));
  assert.deepEqual(
    files.filter((file) => /^(?:server|shared|demo|scripts)\/.*\.test\.ts$/.test(file)),
    [],
  );
});

test(`starts without a network within ${longest} seconds and writes only to its data folder`, async () => {
  const data = path.join(installed, 'data');
  await mkdir(data);
  await run('chown', ['65534:65534', data]);
  const namespace = ['--net', '--', 'sh', '-c', 'ip link set lo up; exec "$@"', 'sh'];
  const account = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'];
  const start = performance.now();
  const child = spawn(unshare, [...namespace, ...account, 'bash', '-euc', `exec env ${commands.start}`], {
    env: { PATH: process.env['PATH'], OWNER_PASSWORD: 'owner password of the trial' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const inside = (...command: string[]) => run('nsenter', [`--target=${child.pid}`, '--net', ...command]);
  const ask = (route: string) => inside('curl', '--silent', '--fail', `http://127.0.0.1:3000${route}`);
  const isReady = () =>
    ask('/readyz').then(
      () => true,
      () => child.exitCode !== null && assert.fail(said),
    );
  try {
    await until(isReady, 180_000);
    const seconds = (performance.now() - start) / 1000;
    console.log(`ready after ${seconds.toFixed(1)} s`);
    assert.equal((await inside('ip', 'route')).stdout, '');
    assert.match((await ask('/')).stdout, /<script type="module"/);
    assert.match((await inside(path.join(installed, 'current/meldekette'), 'health')).stdout, /"status":"ok"/);
    assert.ok(seconds <= longest, `${seconds} s\n${said}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  assert.equal(child.exitCode, 0, said);
  await inShell(commands.check);
});

test('the commands of an upgrade unpack next to the old release and change the link', async () => {
  const link = path.join(installed, 'current');
  await inShell(`ln -sfn elsewhere '${link}'`);
  await inShell(commands.unpackNext);
  await inShell(commands.change);
  assert.equal(await readlink(link), `meldekette-${version}-${process.platform}-${process.arch}`);
  await inShell(commands.check);
});
