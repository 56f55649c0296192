import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';

let advisories: Record<string, object[]> | null = {};
const registry = http.createServer((request, response) => {
  request.resume();
  if (!advisories || !request.url?.endsWith('/advisories/bulk'))
    return response.writeHead(advisories ? 404 : 405).end();
  return response.setHeader('content-type', 'application/json').end(JSON.stringify(advisories));
});
let cache: string;
before(async () => {
  cache = await mkdtemp(path.join(tmpdir(), 'meldekette-npm-'));
  await once(registry.listen(0, '127.0.0.1'), 'listening');
});
after(async () => {
  registry.close();
  await rm(cache, { recursive: true });
});

async function audit(): Promise<{ code: number; said: string }> {
  const { port } = registry.address() as AddressInfo;
  const npm = { registry: `http://127.0.0.1:${port}/`, cache, fetch_retries: '0' };
  const ours = Object.entries(npm).map(([name, value]) => [`npm_config_${name}`, value]);
  const env = { ...process.env, ...Object.fromEntries(ours) };
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, 'audit.mjs')], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

const fault = (id: number, severity: string) => ({
  id,
  title: 'Reads what it should not',
  url: 'https://advisories.example/1',
  severity,
  vulnerable_versions: '<999.0.0',
  cwe: [],
  cvss: { score: 0, vectorString: null },
});

test('a severe vulnerability in shipped code exits with 1, a minor one is named, none confirmed', async () => {
  advisories = { fastify: [fault(1, 'high')] };
  const grave = await audit();
  assert.equal(grave.code, 1, grave.said);
  assert.match(grave.said, /^high: fastify .*Reads what it should not https:\/\/advisories\.example\/1$/m);
  advisories = { fastify: [fault(2, 'low')] };
  const slight = await audit();
  assert.equal(slight.code, 0, slight.said);
  assert.match(slight.said, /^low: fastify /m);
  advisories = {};
  assert.match((await audit()).said, /^0 known faults$/m);
});

test('reports a registry that cannot be queried as no answer', async () => {
  advisories = null;
  const { code, said } = await audit();
  assert.equal(code, 2, said);
  assert.match(said, /The registry could not be asked: 405/);
});
