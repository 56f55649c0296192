// The image of deploy/container, built from the offline archive without a registry, read-only and without rights.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '#testing/free-port.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';
import { seccompProfile } from './programs/syscall-filter.ts';

const needed = missing({
  '/usr/bin/podman': 'podman',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/bin/zstd': 'zstd',
  '/usr/bin/systemd-analyze': 'systemd',
});
const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const name = `meldekette-trial-${process.pid}`;
const image = `localhost/${name}`;

// A machine without systemd runs no timers of health checks; crun refuses both generations of control groups at once.
const isSystemd = existsSync('/run/systemd/system');
const isUnified = existsSync('/sys/fs/cgroup/cgroup.controllers');
const global = !isUnified && existsSync('/usr/sbin/runc') ? ['--runtime=/usr/sbin/runc'] : [];
const forMachine = [
  ...(isSystemd ? [] : ['--no-healthcheck']),
  '--ulimit=nofile=8192:8192',
  '--ulimit=nproc=4096:4096',
];
const podman = (...args: string[]) => run('podman', [...global, ...args], { maxBuffer: 1 << 26 });

let dir: string;
let port: number;
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  dir = await mkdtemp(path.join(tmpdir(), 'meldekette-image-'));
  port = await freePort();
  const given = process.env['ARCHIVE'];
  if (!given) await run(process.execPath, ['scripts/archive.ts', dir], { cwd: root });
  const archive = given ?? path.join(dir, (await readdir(dir)).find((file) => file.endsWith('.zst'))!);
  await run(path.join(root, 'deploy/container/build-image'), [archive, image]);
});
after(async () => {
  if (needed.length) return;
  await podman('rm', '--force', '--volumes', name).catch(() => undefined);
  await podman('rmi', '--force', image).catch(() => undefined);
  if (dir) await rm(dir, { recursive: true, force: true });
});

test('runs read-only without rights, answers, is healthy, and stops in order', async () => {
  // the filter of the systemd unit, which no systemd applies here
  const profile = path.join(dir, 'seccomp.json');
  await writeFile(profile, JSON.stringify(seccompProfile(path.join(root, 'deploy/systemd/meldekette.service'))));
  const rights = [
    '--stop-timeout=60',
    '--read-only',
    '--cap-drop=all',
    '--security-opt=no-new-privileges',
    `--security-opt=seccomp=${profile}`,
    '--tmpfs=/tmp:rw,nosuid,nodev,size=256m',
  ];
  const password = 'owner password of the trial';
  const environment = [`--env=PORT=${port}`, `--env=OWNER_PASSWORD=${password}`];
  await podman('run', '--detach', `--name=${name}`, '--network=host', ...forMachine, ...rights, ...environment, image);
  const said = async () => (await podman('logs', name)).stdout;
  const url = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    180_000,
  ).catch(async () => assert.fail(await said()));
  assert.match(await (await fetch(url)).text(), /<script type="module"/);
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'admin@example.org', password });
  assert.equal((await fetch(`${url}/api/auth`, { method: 'POST', headers, body })).status, 200);

  const inside = async (...command: string[]) => (await podman('exec', name, ...command)).stdout.trim();
  assert.equal(await inside('id', '-u'), '10001');
  assert.match(await inside('/opt/meldekette/meldekette', 'health'), /"status":"ok"/);
  await assert.rejects(inside('touch', '/opt/meldekette/x'), /Read-only file system/);
  assert.match(await inside('cat', '/proc/1/status'), /^CapEff:\s+0{16}$/m);
  const { stdout: size } = await podman('image', 'inspect', '--format={{.Size}}', image);
  console.log(`${(Number(size) / 1e6).toFixed(0)} MB`);

  await podman('stop', name);
  assert.equal((await podman('inspect', '--format={{.State.ExitCode}}', name)).stdout.trim(), '0');
});
