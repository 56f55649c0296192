// Moves the installation to another database while it runs: npm run switchover -- --to-file FILE (see docs/operate/switchover.md)
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { loadConfig } from '#server/platform/config.ts';
import { withClient } from '#server/platform/connection/client.ts';
import { currentAddress } from '#server/platform/connection/moves.ts';
import { openDatabase, switchoverPurpose } from '#server/platform/database/open.ts';
import { createLog } from '#server/platform/log.ts';
import { deriveSecrets, findKey, seal } from '#server/platform/secrets.ts';
import { StartError } from '#server/platform/start-error.ts';
import { endWith, fileOfArgument, progress } from '../backup/command.ts';
import { switchOver } from './switch-over.ts';
import { readAddress } from './target.ts';

const usage = `usage: npm run switchover -- --to-file FILE
         moves the data of this installation to an empty database while Meldekette runs
         FILE contains its address: postgres://user:password@host:5432/database
         --to postgres://… gives it in the command line, which every user of this machine can read`;

const next = `
Running processes follow by themselves. Set DATABASE_URL to the new address before you remove the old database.
`;

await run().catch(endWith('The switchover failed'));

async function run(): Promise<void> {
  const to = readAddress(await readTo());
  const config = loadConfig();
  const log = createLog(config.LOG_LEVEL);
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => ending.abort(new StartError('Cancelled: Meldekette goes on with the old database.')));
  const { url, stop } = await openDatabase(config, log);
  try {
    await withClient(url, async () => undefined); // finds out whether the data moved already
    const from = currentAddress(url);
    if (from === to) {
      process.stdout.write(`The data is there already. ${next}`);
      return;
    }
    const key = await findKey(config);
    if (!key) throw new StartError('There is no secret key: set SECRET_KEY, or DATA_DIR where the file secret-key is.');
    const sealed = (address: string) => seal(deriveSecrets(key).store, switchoverPurpose, address);
    const { place, tables, rows, seals } = await switchOver({
      from,
      to,
      seal: sealed,
      log,
      onStep: progress,
      signal: ending.signal,
    });
    process.stdout.write(
      `${place} is the database now: ${tables} tables with ${rows} rows and ${seals} seals of logs, all as in the old one. ${next}`,
    );
  } finally {
    await stop();
  }
}

async function readTo(): Promise<string> {
  const { to, 'to-file': file } = readOptions();
  if (to && !file) return to;
  if (to || !file) throw new StartError(usage);
  const text = await readFile(fileOfArgument(file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} can't be read (${error.code}).`, { cause: error });
  });
  return text.trim();
}

function readOptions() {
  try {
    return parseArgs({ options: { to: { type: 'string' }, 'to-file': { type: 'string' } } }).values;
  } catch {
    throw new StartError(usage); // an unknown option
  }
}
