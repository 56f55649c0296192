import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '#server/platform/config.ts';
import type { Client } from '#server/platform/connection/client.ts';
import { withStartConnection } from '#server/platform/database/starting/cannot-reach.ts';
import { refuseServer } from '#server/platform/database/starting/refuse-server.ts';
import { restoredKeyFile } from '#server/platform/open-secrets.ts';
import { deriveSecrets, findKey, makeFolder } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { fileOfArgument, progress } from '../backup/command.ts';
import { type OpenBackup, openBackup } from '../backup/open-backup.ts';
import { readPassphrase } from '../backup/passphrase.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readKeyPassphrase, readUnlocking } from '../backup/unlocking.ts';
import type { CopyArguments } from '../processes/arguments.ts';
import { identify } from './identify.ts';
import { originFile } from './unfinished.ts';

type Folder = Pick<Config, 'SECRET_KEY' | 'DATA_DIR'>;

const origin = z.object({ sha256: z.string(), createdAt: z.iso.datetime(), isRestored: z.boolean() });

/** The backup that a data folder has the copy of. */
export type CopyOrigin = z.infer<typeof origin>;

/** A start from a backup, and the copy that the folder has so far. */
export interface ClaimedFolder {
  wanted: CopyOrigin;
  found: CopyOrigin;
}

/** Notes the backup in DATA_DIR before the database is created. Refuses the folder of another installation. */
export async function claimFolder(config: Config, { from }: CopyArguments): Promise<ClaimedFolder> {
  if (config.DATABASE_URL)
    throw new StartError('DATABASE_URL: an emergency copy has its own database. Start it without DATABASE_URL.');
  const wanted = { ...(await identify(from, fileOfArgument(from))), isRestored: false };
  const found = await readOrigin(config);
  if (found) return { wanted, found };
  const folder = path.resolve(config.DATA_DIR);
  if (await stat(path.join(folder, 'database')).catch(() => null))
    throw new StartError(
      `${folder} has an installation that is no emergency copy. Nothing was changed. ${inEmptyFolder(config, from)}`,
    );
  await makeFolder(folder);
  await writeOrigin(config, wanted);
  return { wanted, found: wanted };
}

const inEmptyFolder = ({ DATA_DIR }: Folder, from: string) =>
  `Name an empty folder: DATA_DIR=${path.resolve(DATA_DIR)}-copy npm start -- --from ${from}`;

async function writeOrigin(config: Folder, wanted: CopyOrigin): Promise<void> {
  const file = originFile(config);
  await writeFile(`${file}.part`, JSON.stringify(wanted), { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
}

async function readOrigin(config: Folder): Promise<CopyOrigin | null> {
  const text = await readFile(originFile(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${originFile(config)} can't be read (${error.code}).`, { cause: error });
  });
  return text === null ? null : origin.parse(JSON.parse(text));
}

/**
 * Restores the backup into an empty database and marks it as held, in one transaction. Returns false if it was restored
 * before. Refuses another file than the restored one.
 */
export const restoreOnce = (
  config: Folder,
  url: string,
  { wanted, found: before }: ClaimedFolder,
  values: CopyArguments,
): Promise<boolean> =>
  withStartConnection(url, async (client) => {
    await refuseServer(client, url);
    const isSame = before.sha256 === wanted.sha256;
    const isThere = await isRestored(client);
    if (isThere && !isSame)
      throw new StartError(
        `${path.resolve(config.DATA_DIR)} has the emergency copy of another backup, made at ${before.createdAt}; \
${values.from} was made at ${wanted.createdAt}. Nothing was changed. To go on with that copy, name its file. \
To begin with ${values.from}: ${inEmptyFolder(config, values.from)}`,
      );
    const restored = { ...wanted, isRestored: true };
    if (isThere) {
      if (!before.isRestored) await writeOrigin(config, restored); // killed right after the restore
      return false;
    }
    if (!isSame) await writeOrigin(config, wanted);
    const name = fileOfArgument(values.from);
    const backup = await openBackup(name, (manifest) => readUnlocking(values, manifest), { mustBeEncrypted: true });
    try {
      const found = await findKey(config);
      const key = found ?? (await askKey(backup, values));
      const kept = restoredKeyFile(config);
      if (found === null) await writeFile(kept, key, { mode: 0o600, flush: true });
      await restoreHeld(client, backup, key).catch(async (error: unknown) => {
        await rm(kept, { force: true });
        throw error;
      });
      if (found === null) await rename(kept, path.resolve(config.DATA_DIR, 'secret-key'));
    } finally {
      await backup.close();
    }
    await writeOrigin(config, restored);
    return true;
  });

async function isRestored(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select exists (select from pg_class where relname = 'installation' and relkind = 'r') as is`,
  );
  return rows[0]!.is;
}

async function askKey(backup: OpenBackup, values: CopyArguments): Promise<string> {
  if (backup.manifest.hasKey) return backup.readKey(await readKeyPassphrase(values));
  if (!process.stdin.isTTY)
    throw new StartError(
      'The backup has no secret key, and there is no terminal to ask for it: set SECRET_KEY to the key of the installation. Nothing was restored.',
    );
  const label = 'Secret key of the installation (SECRET_KEY)';
  return (await readPassphrase({ label, option: 'SECRET_KEY', file: undefined, isNew: false })).trim();
}

async function restoreHeld(client: Client, backup: OpenBackup, key: string): Promise<void> {
  const { manifest } = backup;
  await restoreBackup(client, backup, {
    onTable: (table, rows) => progress(`${table}: ${rows} rows`),
    async after() {
      const table = `${client.escapeIdentifier(manifest.schema)}.installation`;
      const { rows } = await client.query<{ fingerprint: Buffer; hasTimeline: boolean }>(
        `select key_fingerprint as fingerprint, to_jsonb(i) ? 'released_timeline' as "hasTimeline" from ${table} i`,
      );
      if (!rows[0]?.fingerprint.equals(deriveSecrets(key).fingerprint))
        throw new StartError('This secret key is not the one of the backup. Nothing was restored.');
      // the backup's timelines belong to another PostgreSQL
      await client.query(
        `update ${table} set held_at = coalesce(held_at, clock_timestamp()), held_why = coalesce(held_why, 'moved'),
          timeline = null${rows[0].hasTimeline ? ', released_timeline = null' : ''}`,
      );
    },
  });
}
