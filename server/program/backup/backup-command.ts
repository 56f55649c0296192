// Backs up the database while Meldekette runs: npm run backup -- FILE (see docs/operate/backup.md)
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/platform/config.ts';
import { findKey } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { endWith, fileOfArgument, formatSize, onDatabase, progress } from './command.ts';
import { createBackup, type Protection } from './create-backup.ts';
import { encryptToRecipient } from './encryption.ts';
import { readPassphrase } from './passphrase.ts';

const usage = `usage: npm run backup -- FILE [how it is encrypted] [--with-key [--key-passphrase-file FILE]]
         writes one consistent snapshot of the database to a new file; Meldekette can stay running
       without more, asks for a passphrase
       --passphrase-file FILE      reads the passphrase from the first line of a file
       --recipient age1…           encrypts to a public key of age instead
       --unencrypted               everyone who has the file can read it
       --with-key                  adds the secret key of the installation, encrypted with a second passphrase
       --key-passphrase-file FILE  reads that passphrase from the first line of a file`;

await backUp().catch(endWith('The backup failed'));

async function backUp(): Promise<void> {
  const { values, name } = readArguments();
  const file = fileOfArgument(name);
  const protection = await readProtection(values);
  const key = values['with-key'] ? await readKey(values['key-passphrase-file']) : null;
  if (key && protection && 'passphrase' in protection && protection.passphrase === key.passphrase)
    throw new StartError('The key needs another passphrase than the backup: nothing was written.');
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => ending.abort(new StartError('Cancelled: no file was written.')));
  const onMember = (member: string, rows: number | null) =>
    progress(rows === null ? member : `${member}: ${rows} rows`);
  const manifest = await onDatabase((client) =>
    createBackup(client, { file, protection, key, onMember, signal: ending.signal }),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const size = manifest.members.reduce((sum, member) => sum + member.size, 0);
  process.stdout.write(`${file}: ${manifest.tables.length} tables, ${rows} rows, ${formatSize(size)}
${key ? 'The secret key is in it, encrypted with the second passphrase.' : 'The secret key is not in it: keep SECRET_KEY or the file secret-key elsewhere. Without it second factors and passwords of channels are lost.'}
`);
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        'passphrase-file': { type: 'string' },
        recipient: { type: 'string' },
        unencrypted: { type: 'boolean' },
        'with-key': { type: 'boolean' },
        'key-passphrase-file': { type: 'string' },
      },
      allowPositionals: true,
    });
    const ways = [values['passphrase-file'], values.recipient, values.unencrypted].filter(Boolean).length;
    const isKeyOdd = values['key-passphrase-file'] !== undefined && !values['with-key'];
    const [name, ...rest] = positionals;
    if (name && !rest.length && ways <= 1 && !isKeyOdd) return { values, name };
  } catch {
    // an unknown option
  }
  throw new StartError(usage);
}

type Values = ReturnType<typeof readArguments>['values'];

async function readProtection({ unencrypted, recipient, 'passphrase-file': file }: Values): Promise<Protection> {
  if (unencrypted) return null;
  if (recipient !== undefined) {
    await encryptToRecipient('', recipient).catch((error) => {
      throw new StartError(`${recipient} is not a valid recipient of age (age1…).`, { cause: error });
    });
    return { recipient };
  }
  const [label, option] = ['Passphrase of the backup', '--passphrase-file'];
  return { passphrase: await readPassphrase({ label, option, file: file && fileOfArgument(file), isNew: true }) };
}

async function readKey(file: string | undefined) {
  const secret = await findKey(loadConfig());
  if (!secret)
    throw new StartError('There is no secret key: set SECRET_KEY, or DATA_DIR where the file secret-key is.');
  const [label, option] = ['Passphrase of the key', '--key-passphrase-file'];
  return {
    secret,
    passphrase: await readPassphrase({ label, option, file: file && fileOfArgument(file), isNew: true }),
  };
}
