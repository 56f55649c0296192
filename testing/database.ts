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
  if (!(await exists(server, template))) await createTemplate(server, template, preparation);
  const run = (statement: string) => setupPool(server).query(statement);
  await run(`create database ${name} template ${template} strategy file_copy`); // saves half of the usual work
  url.pathname = `/${name}`;
  return { url: url.href, drop: async () => void (await run(`drop database if exists ${name} with (force)`)) };
}

/** One process creates the template while the others wait. */
async function createTemplate(server: string, template: string, preparation: Preparation): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(4299)');
    if (await exists(server, template)) return;
    const url = new URL(server);
    url.pathname = `/${template}_new`;
    await client.query(`drop database if exists ${template}_new`);
    await client.query(`create database ${template}_new`);
    await preparation.run(url.href);
    await compact(url.href);
    await client.query(`alter database ${template}_new rename to ${template}`);
  } finally {
    await client.end();
  }
}

/** Removes the remains of migrations from the catalogs, which every new connection reads. */
async function compact(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'vacuum full pg_attribute, pg_class, pg_constraint, pg_depend, pg_index, pg_proc, pg_trigger, pg_type',
  );
  await client.end();
}

const exists = async (server: string, database: string) =>
  (await setupPool(server).query('select from pg_database where datname = $1', [database])).rowCount === 1;

const setupPools = new Map<string, pg.Pool>();

/** Keeps a connection open, because a new one costs as much as a copied database. */
function setupPool(server: string): pg.Pool {
  const known = setupPools.get(server);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: server, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {}); // opens another one
  setupPools.set(server, pool);
  return pool;
}
