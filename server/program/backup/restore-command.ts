// Restores a backup into an empty database: npm run restore -- FILE (see docs/operate/backup.md)
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/platform/config.ts';
import { findKey, makeFolder } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { endWith, fileOfArgument, onDatabase, progress } from './command.ts';
import type { Manifest } from './manifest.ts';
import { openBackup } from './open-backup.ts';
import { refuseUsedDatabase } from './refuse-used-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { readKeyPassphrase, readUnlocking } from './unlocking.ts';

const usage = `usage: npm run restore -- FILE [--passphrase-file FILE | --identity FILE] [--with-key [--key-passphrase-file FILE]]
         restores a backup into an empty database, after reading all of it once; start Meldekette afterwards
       --passphrase-file FILE      reads the passphrase from the first line of a file instead of asking for it
       --identity FILE             the private key of age that the backup was encrypted to
       --with-key                  also writes the secret key of the installation to the file secret-key in DATA_DIR
       --key-passphrase-file FILE  reads the passphrase of the key from the first line of a file`;

const withoutKey =
  'There is no secret key yet: before the start, set SECRET_KEY or put the file secret-key of the original into DATA_DIR.\n';

await restore().catch(endWith('The restore failed'));

async function restore(): Promise<void> {
  const { values, name } = readArguments();
  await onDatabase(async (client) => {
    await refuseUsedDatabase(client);
    const mustBeEncrypted = Boolean(values['passphrase-file'] ?? values.identity);
    const unlock = (manifest: Manifest) => readUnlocking(values, manifest);
    const backup = await openBackup(fileOfArgument(name), unlock, { mustBeEncrypted });
    try {
      const { manifest } = backup;
      const origin = manifest.encryption === 'none' ? 'whole, but not encrypted' : 'whole and unchanged';
      progress(`${name}: made at ${manifest.createdAt} by ${manifest.program}, ${origin}`);
      const key = values['with-key'] ? await backup.readKey(await readKeyPassphrase(values)) : null;
      if (key) await refuseOtherKey(key);
      await restoreBackup(client, backup, { onTable: (table, rows) => progress(`${table}: ${rows} rows`) });
      if (key) await storeKey(key);
      process.stdout.write(`${summaryOf(manifest)}${key || (await findKey(loadConfig())) ? '' : withoutKey}`);
    } finally {
      await backup.close();
    }
  });
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        'passphrase-file': { type: 'string' },
        identity: { type: 'string' },
        'with-key': { type: 'boolean' },
        'key-passphrase-file': { type: 'string' },
      },
      allowPositionals: true,
    });
    const [name, ...rest] = positionals;
    const isKeyOdd = values['key-passphrase-file'] !== undefined && !values['with-key'];
    if (name && !rest.length && !(values['passphrase-file'] && values.identity) && !isKeyOdd) return { values, name };
  } catch {
    // an unknown option
  }
  throw new StartError(usage);
}

async function refuseOtherKey(key: string): Promise<void> {
  const found = await findKey(loadConfig());
  if (found !== null && found !== key)
    throw new StartError(
      'A different secret key exists already (SECRET_KEY or the file secret-key): remove it, nothing was restored.',
    );
}

async function storeKey(key: string): Promise<void> {
  if ((await findKey(loadConfig())) === key) return;
  const { DATA_DIR: folder } = loadConfig();
  await makeFolder(folder);
  await writeFile(path.join(folder, 'secret-key'), key, { mode: 0o600, flag: 'wx' });
}

function summaryOf({ tables, seals, createdAt }: Manifest): string {
  return `\
${tables.length} tables with ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows are restored; numbers of rows and ${seals.count} seals of logs are those of the backup.
The copy is as of ${createdAt}. It sends nothing until a system owner decides about it (banner "Entscheiden …").
`;
}
