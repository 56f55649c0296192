// Restores access to a locked account, or confirms that this installation is no copy: npm run recover -- mail@example.org |
// installation [hours]

import { recoverAccount } from '#server/accounts/recover.ts';
import { releaseInstallation } from '#server/administration/installation/release.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Logger } from '#server/platform/log.ts';
import { withDatabase } from '#server/platform/with-database.ts';
import { failToStart } from './starting/fail-to-start.ts';

const usage = `usage: npm run recover -- mail@example.org
         restores access: sets a new password, removes the second factor, activates the account
       npm run recover -- installation [hours]
         confirms that this installation is not a copy, and sends waiting messages; discards messages that were due more
         than this number of hours ago
`;

const [what, hours] = process.argv.slice(2);
if (!what || (hours !== undefined && !(what === 'installation' && Number(hours) >= 0))) {
  process.stderr.write(usage);
  process.exit(2);
}
const { text, found } = await withDatabase(what === 'installation' ? release : recover).catch(failToStart);
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
  if (!(await releaseInstallation({ db, log }, { discardBefore, by: null })))
    return { found: false, text: 'Nothing to confirm: this installation already sends messages.\n' };
  const rest = discardBefore ? `, except those due before ${discardBefore.toISOString()}` : '';
  return { found: true, text: `Confirmed as the real installation. It sends all waiting messages${rest}.\n` };
}
