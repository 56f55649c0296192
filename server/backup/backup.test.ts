import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import type { Client } from '#server/connection/client.ts';
import { withClient } from '#server/connection/client.ts';
import { createRecipients } from '#server/testing/deliveries.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { until } from '#server/testing/until.ts';
import { dumpSchema } from '../../scripts/schema-dump.ts';
import { sealLogs } from '#server/seals/seal-logs.ts';
import { createBackup, type Protection } from './create-backup.ts';
import { openBackup, type Unlocking } from './open-backup.ts';
import { readMembers, TarWriter } from './tar.ts';
import { open } from 'node:fs/promises';
import { refuseFull, restoreBackup } from './restore-backup.ts';

const passphrase = 'vier Zebras grasen im Nebel';
const secret = 'a secret key that only tests know';

let dir: string;
let original: TestServer;
let url: string;
const emptied: string[] = [];
before(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-backup-'));
  original = await startTestServer({ ROLES: 'web' });
  url = original.app.config.DATABASE_URL!;
  await createRecipients(original.app.db, { count: 50, title: 'Wartet "noch"\\ \t\n', delayed: true });
  await sql`insert into files (key, name, mime_type, size, sha256, content)
    values ('key', 'Ärzte\\.pdf', 'application/pdf', 3, ${'0'.repeat(64)}, ${Buffer.from([0, 92, 255])})`
    .execute(original.app.db)
    .catch(() => undefined);
  await original.as('administrator');
  await sealLogs(original.app);
});
after(async () => {
  await original.stop();
  for (const name of emptied) await onServer((client) => client.query(`drop database if exists ${name} with (force)`));
  await rm(dir, { recursive: true, force: true });
});

const onServer = <T>(work: (client: Client) => Promise<T>) =>
  withClient(Object.assign(new URL(url), { pathname: '/postgres' }).href, work);

async function createEmpty(): Promise<string> {
  const name = `test_restored_${process.pid}_${emptied.length}`;
  emptied.push(name);
  await onServer((client) => client.query(`create database ${name} template template0`));
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
