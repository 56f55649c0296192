// The proxy of docs/proxy.md as it stands there, but for the encryption: a page, a live view, whose request it is.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createEvent } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { watch } from '#testing/watching.ts';
import { freePort } from '../faults/process.ts';
import { missing } from './programs/missing.ts';

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

test('a live view is told of a change while it stands open, and an upload beyond the usual limit passes', async () => {
  const manager = await server.as('crisis_manager', 'documentation_officer');
  const event = await createEvent(server.app.db);
  const query = 'subscription ($id: ID!) { eventChanged(id: $id) { _id } }';
  const watcher = watch({ url }, manager, query, { id: String(event.id) });
  try {
    await until(async () => watcher.seen.length > 0);
    const told = watcher.seen.length;
    const write = 'mutation ($e: ID!) { addLogEntry(event: $e, text: "durch den Proxy") { id } }';
    await manager.run(write, { e: String(event.id) });
    await until(async () => watcher.seen.length > told);
    assert.equal(watcher.hasEnded(), false);
  } finally {
    watcher.stop();
  }
  const body = JSON.stringify({ query: `{ currentUser { _id } } #${'x'.repeat(1_500_000)}` });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/graphql/`, { method: 'POST', headers, body });
  assert.match(await answer.text(), /"error_query_too_large"/, 'the program says that it is too large, not the proxy');
});

test('wrong passwords count for the network that nginx saw, whatever the client claims', async () => {
  const tries = async (claimed: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': claimed };
    const body = JSON.stringify({ email: `${claimed}@example.org`, password: 'falsch, ganz falsch' });
    return (await fetch(`${url}/api/auth`, { method: 'POST', headers, body })).status;
  };
  let refused = false;
  for (let n = 1; n <= 30 && !refused; n++) refused = (await tries(`198.51.100.${n}`)) === 429;
  assert.ok(refused, 'thirty claimed addresses are one network');
});
