// Podman's generator translates the units of deploy/quadlet, and systemd verifies them. QUADLET is the path of another generator:
// Debian 12 has none, the package podman of Debian 13 has one.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { missing } from './programs/missing.ts';

const quadlet = process.env['QUADLET'] ?? '/usr/libexec/podman/quadlet';
const needed = missing({
  [quadlet]: 'podman of Debian 13, or QUADLET',
  '/usr/bin/podman': 'podman',
  '/usr/bin/systemd-analyze': 'systemd',
});
const units = path.resolve(import.meta.dirname, '../deploy/quadlet');
const run = promisify(execFile);

test('Podman translates the units without privileges and with a minute to stop; systemd accepts them', async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  const { stdout } = await run(quadlet, ['--dryrun'], { env: { ...process.env, QUADLET_UNIT_DIRS: units } });
  const [, ...parts] = stdout.split(/^---(\S+\.service)---$/m);
  const services = Object.fromEntries(parts.flatMap((name, at) => (at % 2 ? [] : [[name, parts[at + 1]!] as const])));
  assert.deepEqual(new Set(Object.keys(services)), new Set(['meldekette-data-volume.service', 'meldekette.service']));
  const [, start = ''] = /^ExecStart=(.*)$/m.exec(services['meldekette.service']!) ?? [];
  for (const wanted of [
    '--read-only',
    '--cap-drop all',
    '--security-opt=no-new-privileges',
    '--user 10001:10001',
    '--pull never',
    '--publish 127.0.0.1:3000:3000',
    '--stop-timeout=60', // "podman rm --force" of the unit kills after it
  ])
    assert.ok(start.includes(` ${wanted} `), `${wanted} in ${start}`);
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-quadlet-'));
  try {
    const files = Object.keys(services).map((name) => path.join(dir, name));
    for (const file of files) await writeFile(file, services[path.basename(file)]!);
    const verified = await run('systemd-analyze', ['verify', '--man=no', ...files]);
    assert.equal(verified.stdout + verified.stderr, '');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
