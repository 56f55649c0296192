// Recovers an account, confirms this installation, or holds it after the other's release: npm run recover --
// mail@example.org | installation [hours] | newer-life FILE

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { recoverAccount } from '#server/accounts/recover.ts';
import { releaseInstallation } from '#server/administration/installation/release.ts';
import { holdForNewerLife, readLife } from '#server/administration/second-place/life.ts';
import { askersFolder, loadConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Logger } from '#server/platform/log.ts';
import { deriveSecrets, findKey } from '#server/platform/secrets.ts';
import { withDatabase } from '#server/platform/with-database.ts';
import { failToStart } from './starting/fail-to-start.ts';

const usage = `usage: npm run recover -- mail@example.org
         restores access: sets a new password, removes the second factor, activates the account
       npm run recover -- installation [hours]
         confirms that this installation is not a copy, and sends waiting messages; discards messages that were due more
         than this number of hours ago
       npm run recover -- newer-life FILE
         holds this installation if the other place was released; FILE has what that place returns at /api/life
`;

const [what, hours] = process.argv.slice(2);
const isLife = what === 'newer-life' && hours !== undefined;
if (!what || (hours !== undefined && !isLife && !(what === 'installation' && Number(hours) >= 0))) {
  process.stderr.write(usage);
  process.exit(2);
}
const { text, found } = await withDatabase(isLife ? hold : what === 'installation' ? release : recover).catch(
  failToStart,
);
(found ? process.stdout : process.stderr).write(text);
process.exit(found ? 0 : 1);

interface Said {
  text: string;
  found: boolean;
}

async function recover(db: Db): Promise<Said> {
  const recovered = await recoverAccount(db, what!);
  if (!recovered) return { found: false, text: `There is no account with the address ${what}.\n` };
  const { password, stood } = recovered;
  const text = `Sign in as ${what} with the password ${password}
${stood ? 'The account could not sign in before; it is active, confirmed and approved now.\n' : ''}Two-factor sign-in is off, all sessions have ended. Please change the password.
`;
  return { found: true, text };
}

async function release(db: Db, log: Logger): Promise<Said> {
  const discardBefore = hours === undefined ? null : new Date(Date.now() - Number(hours) * 3_600_000);
  const key = await findKey(loadConfig());
  const deciding = key === null ? { db, log } : { db, log, secrets: deriveSecrets(key) };
  if (!(await releaseInstallation(deciding, { discardBefore, by: null })))
    return { found: false, text: 'Nothing to confirm: this installation already sends messages.\n' };
  const rest = discardBefore ? `, except those due before ${discardBefore.toISOString()}` : '';
  return { found: true, text: `Confirmed as the real installation. It sends all waiting messages${rest}.\n` };
}

async function hold(db: Db, log: Logger): Promise<Said> {
  const key = await findKey(loadConfig());
  const text = await readFile(path.resolve(askersFolder(), hours!), 'utf8').catch(() => null);
  if (text === null)
    return { found: false, text: `${hours} can't be read here, so there is no statement of the other place.\n` };
  const life = key === null ? null : readLife(deriveSecrets(key).seal, parsed(text));
  if (!life)
    return {
      found: false,
      text: `${hours} contains no statement of the other place that was signed with the key of this one.\n`,
    };
  if (!(await holdForNewerLife({ db, log }, life)))
    return {
      found: false,
      text: 'Nothing to hold: this installation is already held for this reason, or the other place continues a different one.\n',
    };
  return {
    found: true,
    text: `The other place has been in use since ${life.at.toISOString()}. This installation no longer sends anything.\n`,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
