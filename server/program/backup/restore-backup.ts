import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { from as copyFrom } from 'pg-copy-streams';
import type { Client } from '#server/platform/connection/client.ts';
import { isDatabaseAway } from '#server/platform/database/away.ts';
import { StartError } from '#server/platform/start-error.ts';
import { tablesQuery } from './catalog.ts';
import { constraintsName, schemaName } from './manifest.ts';
import { bytesOf, type OpenBackup } from './open-backup.ts';
import { refuseUsedDatabase } from './refuse-used-database.ts';
import { readSeals } from './seals.ts';

// The lock of migrate(), for a parallel start.
const migrationLock = 4200;

/** Additions to a restore. */
export interface RestoreOptions {
  onTable?: (name: string, rows: number) => void;
  /** Delays the next portion until more urgent work is done. */
  pace?: () => Promise<void>;
  /** Runs first in the transaction. */
  before?: () => Promise<void>;
  /** Runs last in the transaction; an error undoes the restore. */
  after?: () => Promise<void>;
}

/**
 * Restores a backup into an empty database, in one transaction. The next start migrates it, and holds it as a copy.
 * Raises a StartError.
 */
export async function restoreBackup(client: Client, backup: OpenBackup, options: RestoreOptions = {}): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await options.before?.();
    await refuseUsedDatabase(client);
    await refuseOtherSchema(client, backup.manifest.schema);
    await load(client, backup, options);
    await options.after?.();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if (error instanceof StartError || isDatabaseAway(error)) throw error;
    throw new StartError(`The restore failed, and the database is as empty as before: ${(error as Error).message}`, {
      cause: error,
    });
  }
  await client.query('analyze').catch(() => undefined); // else PostgreSQL does so by itself, later
}

// It would not be found afterwards.
async function refuseOtherSchema(client: Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ own: string }>('select current_schema() as own');
  if (rows[0]!.own === schema) return;
  const name = client.escapeIdentifier(schema);
  throw new StartError(
    `The tables of the backup are in the schema ${schema}: create schema ${name}; alter role ${client.escapeIdentifier(client.user ?? '')} set search_path = ${name};`,
  );
}

async function load(
  client: Client,
  backup: OpenBackup,
  { onTable, pace = async () => {} }: RestoreOptions,
): Promise<void> {
  const { tables, schema, seals } = backup.manifest;
  await client.query((await bytesOf(backup.read(schemaName))).toString());
  for (const { name, member, rows } of tables) {
    const target = client.query(copyFrom(`copy ${name} from stdin`));
    const rowsIn = (source: AsyncIterable<Buffer>) => paced(source, pace); // after decompression, which can grow a lot
    await pipeline(Readable.from(backup.read(member)), createZstdDecompress(), rowsIn, target);
    if (target.rowCount !== rows)
      throw new StartError(`${name} got ${target.rowCount} instead of ${rows} rows: nothing was restored.`);
    onTable?.(name, rows);
  }
  await client.query((await bytesOf(backup.read(constraintsName))).toString());
  await refuseDifferences(client, backup);
  const { count, sha256 } = await readSeals(client, schema);
  if (count !== seals.count || sha256 !== seals.sha256)
    throw new StartError('The seals of the logs are not those of the backup: nothing was restored.');
}

async function* paced(content: AsyncIterable<Buffer>, pace: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    await pace();
    yield bytes;
  }
}

/** Compares tables and numbers of rows after the restore. */
async function refuseDifferences(client: Client, { manifest }: OpenBackup): Promise<void> {
  const { rows: found } = await client.query<{ name: string }>(tablesQuery, [[...schemasOf(manifest.tables)]]);
  const expected = new Map(manifest.tables.map(({ name, rows }) => [name, rows]));
  for (const { name } of found) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from only ${name}`);
    const count = rows[0]!.count;
    if (count !== expected.get(name))
      throw new StartError(`${name} has ${count} instead of ${expected.get(name)} rows: nothing was restored.`);
    expected.delete(name);
  }
  if (expected.size) throw new StartError(`${[...expected.keys()][0]} is missing: nothing was restored.`);
}

const schemasOf = (tables: readonly { name: string }[]) => new Set(tables.map(({ name }) => name.split('.', 1)[0]!));
