import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';

/** A test's own database. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The name identifies the template. */
export interface Preparation {
  name: string;
  run(url: string): Promise<void>;
}

/** Creates only the tables. */
export const empty: Preparation = { name: 'empty', run: async (url) => void (await migrate(url)) };

/** Creates a database from a template, on TEST_POSTGRES_URL or an embedded one. */
export async function createTestDatabase(
  preparation = empty,
  server = process.env['TEST_POSTGRES_URL'],
): Promise<TestDatabase> {
  if (server) return copyTemplate(server, preparation);
  const dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-test-'));
  const embedded = await startEmbedded({ dir, settings: { fsync: 'off', full_page_writes: 'off' } });
  const database = await copyTemplate(embedded.url, preparation);
  return {
    url: database.url,
    async drop() {
      await embedded.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const migrations = path.resolve(import.meta.dirname, '../migrations');

let hashOfMigrations: Promise<string> | undefined;

/** Includes the migrations' hash against outdated templates. */
async function templateName({ name }: Preparation): Promise<string> {
  hashOfMigrations ??= hashMigrations();
  return `template_${name}_${await hashOfMigrations}`;
}

async function hashMigrations(): Promise<string> {
  const hash = createHash('sha256');
  const files = (await readdir(migrations)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files) hash.update(await readFile(path.join(migrations, file)));
  return hash.digest('hex').slice(0, 12);
}

async function copyTemplate(server: string, preparation: Preparation): Promise<TestDatabase> {
  const template = await templateName(preparation);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const url = new URL(server);
  const run = async (statements: (client: pg.Client) => Promise<void>) => {
    const client = new pg.Client({ connectionString: server });
    client.on('error', () => {});
    await client.connect();
    await statements(client).finally(() => client.end());
  };
  await run(async (client) => {
    await client.query('select pg_advisory_lock(4299)'); // one process creates the template, and no other copies it until then
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (!rowCount) {
      await client.query(`drop database if exists ${template}_new`);
      await client.query(`create database ${template}_new`);
      url.pathname = `/${template}_new`;
      await preparation.run(url.href);
      await client.query(`alter database ${template}_new rename to ${template}`);
    }
    await client.query(`create database ${name} template ${template} strategy file_copy`); // saves half of the usual work
  });
  url.pathname = `/${name}`;
  const drop = () => run(async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
  return { url: url.href, drop };
}
