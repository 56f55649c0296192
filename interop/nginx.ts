// The configuration of docs/proxy.md without encryption: a page, a live view, and the client's address.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { freePort } from '#testing/free-port.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';
import { checkClientAddress, checkLiveView } from './programs/proxy-checks.ts';

const nginx = process.env['NGINX'] ?? '/usr/sbin/nginx';
const needed = missing({ [nginx]: 'nginx' });

let server: TestServer;
let proxy: ChildProcess;
let folder: string;
let url: string;
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  server = await startTestServer({ TRUST_PROXY: '1' });
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-peer-'));
  await chmod(folder, 0o755); // started by root, nginx works with an account of its own
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const manual = await readFile(path.resolve(import.meta.dirname, '../docs/proxy.md'), 'utf8');
  const written = /```nginx\n([\s\S]*?)```/.exec(manual)![1]!;
  const block = written
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*\n/gm, '')
    .replace('http://127.0.0.1:3000', server.url);
  assert.ok(block.includes(server.url) && block.includes(String(port)) && !block.includes('ssl'), block);
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary}\n${block}\n}`,
  );
  proxy = spawn(nginx, ['-c', file, '-p', folder], { stdio: 'inherit' });
  await until(async () =>
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

test('wrong passwords count for the network that nginx saw, whatever the client claims', () => checkClientAddress(url));
