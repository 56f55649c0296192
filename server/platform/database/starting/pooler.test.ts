import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { withClient } from '#server/platform/connection/client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { until } from '#testing/until.ts';

// PgBouncer as Debian ships it (apt-get install pgbouncer), or another one that PGBOUNCER names.
const program = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer';
const skip = existsSync(program) ? false : 'PgBouncer is not installed: apt-get install pgbouncer';

let database: TestDatabase;
const stops: (() => Promise<void>)[] = [];
before(async () => {
  if (!skip) database = await createTestDatabase({ name: 'bare', run: async () => undefined });
});
after(async () => {
  for (const stop of stops.reverse()) await stop();
  if (!skip) await database.drop();
});

/** Starts a PgBouncer in front of a database; returns the address through it. */
async function startPooler(to: string, mode: 'session' | 'transaction' | 'statement'): Promise<string> {
  const target = new URL(to);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meldekette-pooler-'));
  const port = await freePort();
  const password = decodeURIComponent(target.password);
  const line = `host=${target.hostname} port=${target.port} user=${target.username}${password ? ` password='${password}'` : ''}`;
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]\n* = ${line}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =
auth_type = any\npool_mode = ${mode}\ndefault_pool_size = 20\n`,
  );
  await chmod(folder, 0o755);
  // as root it starts only for another account
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const process_: ChildProcess = spawn(program, ['-q', ...account, path.join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((done) => process_.once('exit', () => done()));
  stops.push(async () => {
    process_.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  target.hostname = '127.0.0.1';
  target.port = String(port);
  await until(() =>
    withClient(target.href, async (client) => (await client.query('select 1')).rowCount === 1).catch(() => false),
  );
  return target.href;
}

for (const mode of ['transaction', 'statement'] as const) {
  test(`a start behind PgBouncer in ${mode} mode is refused with one sentence`, { skip }, async () => {
    const url = await startPooler(database.url, mode);
    const error: unknown = await migrate(url).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof StartError, String(error));
    assert.match(error.message, /^DATABASE_URL leads to a connection pooler .* pool_mode = session .*\.$/);
    assert.ok(!error.message.includes('\n'));
  });
}

test('a start behind PgBouncer in session mode applies all migrations', { skip }, async () => {
  const url = await startPooler(database.url, 'session');
  const applied = await migrate(url);
  assert.ok(applied.length > 50, `${applied.length} migrations`);
  assert.deepEqual(await migrate(url), []);
});
