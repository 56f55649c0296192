import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { constants, createZstdCompress } from 'node:zlib';
import { to as copyTo } from 'pg-copy-streams';
import type { Client } from '#server/platform/connection/client.ts';
import { disconnect } from '#server/platform/connection/disconnect.ts';
import { StartError } from '#server/platform/start-error.ts';
import { tablesQuery } from './catalog.ts';
import {
  type BackupIdentity,
  createIdentity,
  encryptToRecipient,
  encryptWithPassphrase,
  unencrypted,
} from './encryption.ts';
import {
  constraintsName,
  formatName,
  formatVersion,
  identityName,
  keyName,
  type Manifest,
  manifestName,
  schemaName,
  sumsName,
} from './manifest.ts';
import { constraintsSql, schemaSql } from './schema-sql.ts';
import { readSeals } from './seals.ts';
import { TarWriter } from './tar.ts';

/** The encryption of a backup; null leaves it readable for everyone. */
export type Protection = { passphrase: string } | { recipient: string } | null;

export interface BackupOptions {
  file: string;
  protection: Protection;
  /** The secret key and its passphrase; null omits it. */
  key: { secret: string; passphrase: string } | null;
  /** Called with each written member. */
  onMember?: (name: string, rows: number | null) => void;
  /** Ends the backup early. */
  signal?: AbortSignal;
  /** Delays the next portion until more urgent work is done. */
  pace?: () => Promise<void>;
  /** For opening without the passphrase. By default new. */
  identity?: BackupIdentity;
}

interface Facts {
  own: string;
  schemas: string[];
  migration: string;
  postgres: string;
  now: Date;
}

// longest entry besides the name
const roomForTable = 250;
const roomForRest = 4096;

/**
 * Writes a consistent snapshot to a new file: to a `.part` file, flushed and renamed, so that a failure leaves no file.
 * Raises a StartError.
 */
export async function createBackup(client: Client, options: BackupOptions): Promise<Manifest> {
  await refuseExisting(options.file);
  const part = `${options.file}.part`;
  const file = await open(part, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST'
      ? new StartError(`${part} exists: another backup is writing it, or one was interrupted. Delete it if none runs.`)
      : fileTrouble(error, part);
  });
  try {
    const manifest = await inSnapshot(client, (facts) => writeMembers(client, file, facts, options)).catch((error) => {
      throw fileTrouble(error, part);
    });
    await file.sync();
    await file.close();
    await refuseExisting(options.file);
    await rename(part, options.file);
    await syncFolder(path.dirname(options.file));
    return manifest;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

async function refuseExisting(name: string): Promise<void> {
  const found = await open(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw fileTrouble(error, name);
  });
  if (!found) return;
  await found.close();
  throw new StartError(`${name} exists already: choose another name, nothing was written.`);
}

// a too large file is like a full disk
const full = ['ENOSPC', 'EDQUOT', 'EFBIG'];

function fileTrouble(error: NodeJS.ErrnoException, name: string): Error {
  if (!error.code || !error.syscall) return error;
  if (full.includes(error.code))
    return new StartError(`There is no space for ${name} (${error.code}): free some space or choose another disk.`, {
      cause: error,
    });
  return new StartError(`${name} can't be written (${error.code}).`, { cause: error });
}

async function syncFolder(name: string): Promise<void> {
  if (process.platform === 'win32') return; // folders can't be opened there
  const folder = await open(name);
  await folder.sync().finally(() => folder.close());
}

const factsQuery = `
  select current_schema() as own, array_remove(array[current_schema()::text,
      (select nspname::text from pg_namespace where nspname = 'pgboss')], null) as schemas,
    (select max(name collate "C") from migrations) as migration, current_setting('server_version') as postgres,
    clock_timestamp() as now`;

/** Runs work in one snapshot; only the tables' structure is locked. */
async function inSnapshot<T>(client: Client, work: (facts: Facts) => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only');
  try {
    const { rows } = await client.query<Facts>(factsQuery).catch((error: { code?: string }) => {
      throw error.code === '42P01' ? new StartError('The database is empty: there is nothing to back up.') : error;
    });
    await client.query("set local search_path = ''");
    const result = await work(rows[0]!);
    await client.query('rollback');
    return result;
  } catch (error) {
    disconnect(client); // a rollback would wait for the rest of an unread table
    throw error;
  }
}

async function writeMembers(client: Client, file: FileHandle, facts: Facts, options: BackupOptions): Promise<Manifest> {
  const { rows: tables } = await client.query<{ name: string; plain: string }>(tablesQuery, [facts.schemas]);
  await client.query(`lock table ${tables.map(({ name }) => `only ${name}`).join(', ')} in access share mode`);
  const { identity, encrypt } = options.protection
    ? (options.identity ?? (await createIdentity()))
    : { identity: null, encrypt: unencrypted };
  const suffix = identity ? '.age' : '';
  const sealed = await sealedMembers(identity, options);
  const manifest: Manifest = {
    format: formatName,
    formatVersion,
    program: await ownVersion(),
    migration: facts.migration,
    postgres: facts.postgres,
    schema: facts.own,
    createdAt: facts.now.toISOString(),
    encryption: options.protection ? ('recipient' in options.protection ? 'recipient' : 'passphrase') : 'none',
    hasKey: options.key !== null,
    seals: await readSeals(client, facts.own),
    tables: [],
    members: [],
  };
  const tar = new TarWriter(file, Math.floor(facts.now.getTime() / 1000));
  const names = tables.reduce((sum, { plain }) => sum + 8 * Buffer.byteLength(plain) + roomForTable, 0);
  const reserved = tar.reserve(names + roomForRest);
  const sums = new Map<string, string>();
  const add = async (name: string, content: AsyncIterable<Buffer>, rows: () => number | null = () => null) => {
    const hash = createHash('sha256');
    const { size } = await tar.add(name, hashing(content, hash, options));
    sums.set(name, hash.digest('hex'));
    manifest.members.push({ name, size, sha256: sums.get(name)! });
    options.onMember?.(name, rows());
  };
  for (const [name, content] of sealed) await add(name, Readable.from([content]));
  await add(`${schemaName}${suffix}`, encrypt(textOf(await schemaSql(client, facts.schemas))));
  for (const { name, plain } of tables) {
    const member = `tables/${encodeURIComponent(plain)}.copy.zst${suffix}`;
    const rows = copyTo(`copy ${name} to stdout`);
    await add(member, encrypt(compressed(client.query(rows))), () => rows.rowCount);
    manifest.tables.push({ name, member, rows: rows.rowCount });
  }
  const constraints = await constraintsSql(client, facts.schemas, facts.own);
  await add(`${constraintsName}${suffix}`, encrypt(textOf(constraints)));
  const text = Buffer.from(JSON.stringify(manifest, null, 1)); // filled up with blanks, which JSON permits
  const content = Buffer.concat([
    text,
    Buffer.alloc(Math.max(0, reserved.size - text.length - 1), ' '),
    Buffer.from('\n'),
  ]);
  await tar.fill(reserved, manifestName, content);
  sums.set(manifestName, createHash('sha256').update(content).digest('hex'));
  const list = [...sums].map(([name, sum]) => `${sum}  ${name}\n`).join('');
  await tar.add(`${sumsName}${suffix}`, encrypt(textOf(list)));
  await tar.end();
  return manifest;
}

/** Returns the members that have their own encryption. */
async function sealedMembers(identity: string | null, { protection, key }: BackupOptions): Promise<[string, Buffer][]> {
  const members: [string, Buffer][] = [];
  if (identity && protection) {
    const text = `${identity}\n`;
    const content =
      'recipient' in protection
        ? await encryptToRecipient(text, protection.recipient)
        : await encryptWithPassphrase(text, protection.passphrase);
    members.push([identityName, content]);
  }
  if (key) members.push([keyName, await encryptWithPassphrase(key.secret, key.passphrase)]);
  return members;
}

async function* compressed(rows: Readable): AsyncGenerator<Buffer> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  rows.once('error', (error) => zstd.destroy(error));
  yield* rows.pipe(zstd) as AsyncIterable<Buffer>;
}

async function* hashing(
  content: AsyncIterable<Buffer>,
  hash: Hash,
  { signal, pace }: BackupOptions,
): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    await pace?.();
    signal?.throwIfAborted();
    hash.update(bytes);
    yield bytes;
  }
}

const textOf = (text: string): AsyncIterable<Buffer> => Readable.from([Buffer.from(text)]);

async function ownVersion(): Promise<string> {
  const file = path.resolve(import.meta.dirname, '../../../package.json');
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}
