// The Caddyfile of deploy/compose as it is, but for the encryption.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '#testing/free-port.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';
import { checkClientAddress, checkLiveView } from './programs/proxy-checks.ts';

const caddy = process.env['CADDY'] ?? '/usr/bin/caddy';
const needed = missing({ [caddy]: 'caddy' });
const upstream = 'meldekette:3000';

let server: TestServer;
let proxy: ChildProcess;
let folder: string;
let url: string;
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  server = await startTestServer({ TRUST_PROXY: '1' });
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-caddy-'));
  url = `http://127.0.0.1:${await freePort()}`;
  const text = await readFile(path.resolve(import.meta.dirname, '../deploy/compose/Caddyfile'), 'utf8');
  assert.ok(text.includes(upstream));
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n}\n${text.replace(upstream, new URL(server.url).host)}`);
  proxy = spawn(caddy, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { HOST_NAME: url, HOME: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(() =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
});
after(async () => {
  if (proxy) {
    const ended = new Promise((resolve) => proxy.once('exit', resolve));
    proxy.kill('SIGTERM');
    await ended;
  }
  await server?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('a live view receives a change at once, and an upload beyond the usual limit passes', () =>
  checkLiveView(server, url));

test('wrong passwords count for the network that Caddy saw, whatever the client claims', () => checkClientAddress(url));
