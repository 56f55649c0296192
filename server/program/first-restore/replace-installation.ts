import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isUnclaimed } from '#server/accounts/unclaimed.ts';
import { type Client, withClient } from '#server/platform/connection/client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { restoredKeyFile } from '#server/platform/open-secrets.ts';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { clearingStatements } from '../backup/clearing-statements.ts';
import { KnownFault } from '../backup/known-fault.ts';
import { type OpenBackup, openBackup, type Unlocking } from '../backup/open-backup.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { guardSpace } from '../backup/scheduled/space.ts';

/** The order to restore a backup over an unused installation. */
export interface Replacement {
  url: string;
  file: string;
  passphrase: string;
  /** For a backup to a public key. */
  identities: string[];
  /** Empty to omit the backup's key. */
  keyPassphrase: string;
  /** The present key, and whether the environment sets it. */
  key: { current: string; isFixed: boolean };
  dataDir: string;
  isEmbedded: boolean;
}

// seed() waits for the restore
const seedLock = 4202;
const mostAttempts = 5;
const collisions = ['40P01', '55P03'];

/**
 * Replaces an unused installation with a backup, in one transaction, and migrates it. Raises a StartError or a
 * KnownFault.
 */
export async function replaceInstallation(wanted: Replacement, onTable: (rows: number) => void): Promise<void> {
  const { url, file } = wanted;
  const mustBeEncrypted = wanted.passphrase !== '' || wanted.identities.length > 0;
  const backup = await openBackup(file, async () => unlocking(wanted), { mustBeEncrypted });
  try {
    const restored = wanted.keyPassphrase ? await backup.readKey(wanted.keyPassphrase) : null;
    if (restored && wanted.key.isFixed && restored !== wanted.key.current)
      throw new KnownFault('fixed_key', 'SECRET_KEY is set to another key than the one in the backup.');
    const keyFile = restoredKeyFile({ DATA_DIR: wanted.dataDir });
    if (restored && restored !== wanted.key.current) await writeFile(keyFile, restored, { mode: 0o600, flush: true });
    try {
      await withRetries(() =>
        withClient(url, (client) => restoreOver(client, backup, { ...wanted, secret: restored }, onTable)),
      );
    } catch (error) {
      await rm(keyFile, { force: true });
      throw error;
    }
    if (restored && restored !== wanted.key.current) await rename(keyFile, path.join(wanted.dataDir, 'secret-key'));
  } finally {
    await backup.close();
  }
  await migrate(url).catch((error: Error) => {
    throw new KnownFault('not_migrated', `The backup is restored, but its migration failed: ${error.message}`);
  });
}

const unlocking = ({ passphrase, identities }: Replacement): Unlocking =>
  identities.length ? { identities } : { passphrase };

async function withRetries(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (attempt === mostAttempts || !collisions.includes(cause?.code ?? '')) throw error;
    }
  }
}

function restoreOver(
  client: Client,
  backup: OpenBackup,
  { secret, key, dataDir, isEmbedded }: Replacement & { secret: string | null },
  onTable: (rows: number) => void,
): Promise<void> {
  return restoreBackup(client, backup, {
    ...(isEmbedded ? { pace: guardSpace(path.join(dataDir, 'database'), 'no_space') } : {}),
    onTable: (_name, rows) => onTable(rows),
    async before() {
      await client.query("set local lock_timeout = '30s'");
      await client.query('select pg_advisory_xact_lock($1)', [seedLock]);
      await refuseClaimed(client);
      await client.query('lock table users, sessions in access exclusive mode');
      await refuseClaimed(client); // a sign-in may have been faster
      for (const statement of await clearingStatements(client)) await client.query(statement);
    },
    async after() {
      const { rows } = await client.query<{ fingerprint: Buffer }>(
        `select key_fingerprint as fingerprint from ${client.escapeIdentifier(backup.manifest.schema)}.installation`,
      );
      if (!rows[0]?.fingerprint.equals(deriveSecrets(secret ?? key.current).fingerprint))
        throw new KnownFault('other_key', 'The backup belongs to another secret key. Nothing was restored.');
    },
  });
}

async function refuseClaimed(client: Client): Promise<void> {
  if (!(await isUnclaimed(client)))
    throw new KnownFault('claimed', 'Someone uses this installation already. Nothing was restored.');
}
