import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { withClient } from '#server/platform/connection/client.ts';
import { findSystemPostgres } from '../../../interop/postgres/programs.ts';
import { startEmbedded } from './embedded.ts';
import { chooseSystem, findBinaries, majorOf, type SystemBinaries, systemBinaries } from './embedded-binaries.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'embedded-'));
after(() => rm(dir, { recursive: true, force: true }));

const unix = process.platform === 'win32' ? 'Windows has no such folders' : false;

async function place(root: string, folder: string, version: string, programs = ['postgres', 'initdb']) {
  await mkdir(path.join(root, folder), { recursive: true });
  const script = `#!/bin/sh\necho 'postgres (PostgreSQL) ${version}'\n`;
  for (const program of programs) await writeFile(path.join(root, folder, program), script, { mode: 0o755 });
}

test('finds the PostgreSQLs of the operating system, the newest first', { skip: unix }, async () => {
  const root = path.join(dir, 'system');
  await place(root, 'usr/lib/postgresql/14/bin', '14.24');
  await place(root, 'usr/lib/postgresql/17/bin', '17.11');
  await place(root, 'usr/lib/postgresql/19/bin', '19.1', ['psql']); // only the client
  await place(root, 'usr/lib/postgresql/common/bin', '20.1');
  await place(root, 'usr/pgsql-20/bin', '20.1');
  await place(root, 'opt/homebrew/opt/postgresql@18/bin', '18.6');
  await place(root, 'usr/local/opt/postgresql@21/bin', '21.1');
  await place(root, 'usr/bin', '22.3');
  const found = await systemBinaries(root);
  assert.deepEqual(
    found.map((one) => [one.major, path.relative(root, one.dir)]),
    [
      [22, 'usr/bin'],
      [21, 'usr/local/opt/postgresql@21/bin'],
      [20, 'usr/pgsql-20/bin'],
      [18, 'opt/homebrew/opt/postgresql@18/bin'],
      [17, 'usr/lib/postgresql/17/bin'],
    ],
  );
  assert.equal(chooseSystem(found, null), found[0]);
  assert.equal(chooseSystem(found, 18), found[3], 'existing data keeps its major version');
  assert.throws(
    () => chooseSystem(found, 16),
    /data is of PostgreSQL 16, but the programs in \S+ are of PostgreSQL 22: .*npm run switchover.*backup/,
  );
});

test('names the remedy if there are no programs', async () => {
  const none: SystemBinaries[] = await systemBinaries(path.join(dir, 'nothing'));
  assert.deepEqual(none, []);
  assert.throws(
    () => chooseSystem(none, null),
    /no PostgreSQL \d+ or newer .*\/usr\/lib\/postgresql.*install its package/,
  );
  await assert.rejects(findBinaries(dir, null), /POSTGRES_PROGRAMS names \S+, which has no postgres and initdb/);
});

test('reads major versions', () => {
  assert.equal(majorOf('postgres (PostgreSQL) 15.20 (Debian 15.20-0+deb12u1)\n'), 15);
  assert.equal(majorOf('18\n'), 18);
});

const skip = findSystemPostgres() ? false : 'needs the Debian package postgresql';

test('runs the PostgreSQL of the operating system, and never data of another major version', { skip }, async () => {
  const [newest] = await systemBinaries();
  const options = { dir: path.join(dir, 'own'), settings: { fsync: 'off' }, forProgram: true };
  const running = await startEmbedded({ ...options, programs: 'system' });
  await withClient(running.url, async (client) => {
    await client.query('create extension pg_trgm');
    const { rows } = await client.query(`
      select current_setting('server_version_num')::int / 10000 as major, lower('ÄÖÜ') as lower, 'Z' < 'a' as sorted,
        (select rolsuper from pg_roles where rolname = current_user) as super`);
    assert.deepEqual(rows, [{ major: newest!.major, lower: 'äöü', sorted: true, super: false }]);
  });
  await running.stop();
  const again = await startEmbedded({ ...options, programs: newest!.dir });
  assert.equal(again.initialised, false, 'the folder names the same programs');
  await again.stop();

  const file = path.join(options.dir, 'pgdata', 'PG_VERSION');
  const version = await readFile(file, 'utf8');
  await writeFile(file, `${newest!.major - 1}\n`);
  for (const programs of [newest!.dir, undefined])
    await assert.rejects(
      startEmbedded({ ...options, programs }),
      new RegExp(
        `the data in \\S+ is of PostgreSQL ${newest!.major - 1}, but the programs in \\S+ are of PostgreSQL \\d+: .*switchover`,
      ),
    );
  await writeFile(file, version);
});
