import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#server/platform/connection/client.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { isDatabaseAway } from './away.ts';
import {
  isCurrent,
  type Migration,
  noteObjects,
  ofAnotherProgram,
  refuseDamaged,
  refuseForeignTables,
  refuseMissingTables,
  refuseRenamedSchema,
  tablesCreatedBy,
} from './refuse-database.ts';
import { withStartConnection } from './starting/cannot-reach.ts';
import { inWords } from './starting/in-words.ts';
import { refuseRights, refuseServer } from './starting/refuse-server.ts';

const folder = path.resolve(import.meta.dirname, '../../../migrations');

const namesIn = async (from: string) => (await readdir(from)).filter((file) => file.endsWith('.sql')).sort();

/** Read at the start, because an update replaces the files of a running process. */
export const ownMigrations: Promise<readonly string[]> = namesIn(folder);

const noTable = '42P01';
const noColumn = '42703';

interface MigrateOptions {
  from?: string;
  /** Receives a warning about a locked table. */
  log?: Pick<Logger, 'warn'>;
}

/**
 * Applies all migrations: forward only, one transaction each, safe to call in parallel. Returns the applied names.
 * Throws a StartError if the database is unreachable, unsuitable (`starting/`), newer, incomplete
 * (`refuse-database.ts`) or changed, or if a migration fails; throws the error itself if the database disconnects.
 */
export async function migrate(url: string, { from = folder, log }: MigrateOptions = {}): Promise<string[]> {
  return withStartConnection(url, async (client) => {
    const facts = await refuseServer(client, url);
    const own = await readMigrations(from);
    if (await isCurrent(client, own)) {
      refuseRights(facts, true);
      return [];
    }
    await client.query('select pg_advisory_lock(4200)');
    const applied = await appliedTo(client);
    refuseNewer([...applied.keys()].filter((name) => !own.some((migration) => migration.name === name)));
    const changed = own.find(({ name, hash, text }) => {
      const recorded = applied.get(name);
      return recorded !== undefined && recorded !== hash && recorded !== hashOf(withCarriageReturns(text));
    });
    if (changed) throw new StartError(`The migration ${changed.name} was changed after it had been applied.`);
    const { done = [], pending = [] } = Object.groupBy(own, ({ name }) => (applied.has(name) ? 'done' : 'pending'));
    if (done.length) await refuseMissingTables(client, tablesCreatedBy(done));
    else await refuseForeignTables(client, tablesCreatedBy(pending));
    refuseRights(facts, pending.length === 0);
    await client.query(`create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    await refuseDamaged(client, tablesCreatedBy(done));
    await refuseRenamedSchema(client);
    for (const migration of pending) await apply(client, migration, tablesCreatedBy(own), log);
    return pending.map(({ name }) => name);
  }).catch((error) => {
    throw (error as { code?: string }).code === '42501' ? inWords(error) : error;
  });
}

async function appliedTo(client: Client): Promise<Map<string, string>> {
  const { rows } = await client
    .query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    .catch((error: { code?: string }) => {
      if (error.code === noTable) return { rows: [] };
      if (error.code === noColumn) throw ofAnotherProgram(['migrations']);
      throw error;
    });
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

function refuseNewer(unknown: readonly string[]): void {
  const newest = unknown.toSorted().at(-1);
  if (newest === undefined) return;
  throw new StartError(`\
This release is older than the database: a newer one has applied ${newest}.
Start that release, or restore the backup from before the update.`);
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

// Git may check out text with other line ends on Windows.
const withoutCarriageReturns = (text: string) => text.replaceAll('\r\n', '\n');
const withCarriageReturns = (text: string) => text.replaceAll('\n', '\r\n');

const readMigrations = async (from: string): Promise<Migration[]> =>
  Promise.all(
    (await namesIn(from)).map(async (name) => {
      const text = withoutCarriageReturns(await readFile(path.join(from, name), 'utf8'));
      return { name, hash: hashOf(text), text };
    }),
  );

// A waiting lock blocks all later ones, so it retries and lets them through.
const longestWait = '2s';
const pause = 3_000;
const attempts = 120;
const notAvailable = '55P03';

async function apply(
  client: Client,
  { name, hash, text }: Migration,
  tables: readonly string[],
  log: MigrateOptions['log'],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${longestWait}'`);
      await client.query(text);
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hash]);
      await noteObjects(client, tables);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined); // the connection may be lost
      if (isDatabaseAway(error)) throw error; // it was rolled back, so it can be retried
      const { code, message } = error as { code?: string; message: string };
      if (code !== notAvailable || attempt === attempts) {
        throw new StartError(`The migration ${name} failed, and nothing of it was applied: ${message}`, {
          cause: error,
        });
      }
      log?.warn({ event: 'migration_waits', migration: name, attempt });
      await sleep(pause);
    }
  }
}
