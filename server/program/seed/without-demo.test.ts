import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import pg from 'pg';
import { createTestDatabase } from '#testing/database.ts';

// as in a production image
const root = path.join(import.meta.dirname, '../../..');
let image: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;

before(async () => {
  image = mkdtempSync(path.join(tmpdir(), 'meldekette-image-'));
  for (const part of ['server', 'shared', 'migrations', 'package.json'])
    cpSync(path.join(root, part), path.join(image, part), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(image, 'node_modules'), 'junction');
  database = await createTestDatabase();
});
after(async () => {
  await database.drop();
  rmSync(image, { recursive: true, force: true });
});

/** Runs the program; returns its output and exit code. */
function start(env: Record<string, string>): Promise<{ said: string; code: number | null }> {
  const child = spawn(process.execPath, [path.join(image, 'server/program/main.ts')], {
    cwd: image,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      PORT: '0',
      SECRET_KEY: 'a secret key that only tests know',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk;
      if (said.includes('is running')) child.kill('SIGTERM');
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ said, code }));
  });
}

test('without the folder demo, asking for the demo hospital ends with a sentence', async () => {
  const { said, code } = await start({ DEMO_DATA: '1' });
  assert.equal(said, 'DEMO_DATA is 1, but this installation comes without the folder demo: set it to 0.\n');
  assert.equal(code, 2);
});

test('without the folder demo, the program starts', async () => {
  const { said, code } = await start({});
  assert.match(said, /Meldekette is running/);
  assert.equal(code, 0);
});

test('a database in use needs no folder demo for any option', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into people (last_name, first_name) values ('Muster', 'Erika')");
  await client.end();
  const { said, code } = await start({ DEMO_DATA: '1', ROLES: 'web,worker' });
  assert.match(said, /Meldekette is running/);
  assert.equal(code, 0);
});
