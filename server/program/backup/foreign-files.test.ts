import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { withClient } from '#server/platform/connection/client.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { createBackup } from './create-backup.ts';
import { KnownFault } from './known-fault.ts';
import { formatName, formatVersion, type Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import { faultOf } from './scheduled/fault.ts';
import { TarWriter } from './tar.ts';

let dir: string;
let database: TestDatabase;
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-foreign-'));
  database = await createTestDatabase();
});
after(async () => {
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const isFault = (key: string) => (error: unknown) => error instanceof KnownFault && error.key === key;
const passphrase = 'vier Zebras grasen im Nebel';

test('an unencrypted file does not take the place of an encrypted one', async () => {
  const file = path.join(dir, 'unencrypted');
  const made = await withClient(database.url, (client) => createBackup(client, { file, protection: null, key: null }));
  const asked: string[] = [];
  const unlock = async ({ encryption }: Manifest) => {
    asked.push(encryption);
    return { passphrase };
  };
  await assert.rejects(openBackup(file, unlock, { mustBeEncrypted: true }), isFault('not_encrypted'));
  const opened = await openBackup(file, unlock);
  await opened.close();
  assert.deepEqual([asked, opened.manifest.tables.length], [[], made.tables.length]);
});

test('refuses statements beyond 64 MiB before reading them', async () => {
  const name = path.join(dir, 'large');
  const file = await open(name, 'wx');
  const tar = new TarWriter(file, 0);
  const hash = '0'.repeat(64);
  const { migration } = await withClient(database.url, async (client) => {
    const { rows } = await client.query<{ migration: string }>('select max(name) as migration from migrations');
    return rows[0]!;
  });
  const manifest: Manifest = {
    format: formatName,
    formatVersion,
    program: '0',
    migration,
    postgres: '0',
    schema: 'public',
    createdAt: new Date(0).toISOString(),
    encryption: 'none',
    hasKey: false,
    seals: { count: 0, sha256: hash },
    tables: [],
    members: [],
  };
  const content = async function* (...parts: Buffer[]) {
    yield* parts;
  };
  await tar.add('manifest.json', content(Buffer.from(JSON.stringify(manifest))));
  const mebibyte = Buffer.alloc(1024 * 1024);
  await tar.add('schema.sql', content(...Array.from({ length: 65 }, () => mebibyte)));
  await tar.add('SHA256SUMS', content(Buffer.from(`${hash}  manifest.json\n${hash}  schema.sql\n`)));
  await tar.end();
  await file.close();
  await assert.rejects(
    openBackup(name, async () => ({})),
    /schema\.sql is too large/,
  );
});

test('a failure in the middle of a large table ends the backup at once and leaves no file', async () => {
  await withClient(database.url, async (client) => {
    await client.query(`
      create table large as select md5(random()::text) || md5(random()::text) as text from generate_series(1, 1000000)`);
  });
  const folder = await mkdtemp(path.join(dir, 'failing-'));
  let calls = 0; // of one member: no other has so many portions
  const options = {
    file: path.join(folder, 'x.backup'),
    protection: { passphrase },
    key: null,
    onMember: () => {
      calls = 0;
    },
    pace: async () => {
      if (++calls === 20) throw new KnownFault('no_space', 'the disk is full');
    },
  };
  await assert.rejects(
    withClient(database.url, (client) => createBackup(client, options)),
    isFault('no_space'),
  );
  assert.deepEqual(await readdir(folder), []);
});

test('a failure that quotes values of rows is told without them', () => {
  const cause = Object.assign(new Error('invalid input syntax for type integer: "Erika Muster"'), { code: '22P02' });
  for (const error of [cause, new Error(`The restore failed: ${cause.message}`, { cause })]) {
    const { error: key, detail } = faultOf(error);
    assert.deepEqual([key, detail], ['failed', 'PostgreSQL refused a row (22P02).']);
  }
  assert.equal(faultOf(Object.assign(new Error('no such folder'), { code: 'ENOENT' })).detail, 'no such folder');
});
