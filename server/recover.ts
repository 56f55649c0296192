// The way back in for somebody whom nobody else can help, for whoever has the server: npm run recover -- mail@example.org
import { recoverAccount } from '#server/auth/recover.ts';
import { connect } from '#server/database/connect.ts';
import { openDatabase } from '#server/database/open.ts';
import { loadConfig } from './config.ts';
import { createLog } from './log.ts';
import { failToStart } from './start-error.ts';

const email = process.argv[2];
if (!email) {
  process.stderr.write('usage: npm run recover -- mail@example.org\n');
  process.exit(2);
}
const password = await recover(email).catch(failToStart);
if (!password) {
  process.stderr.write(`There is no account with the address ${email}.\n`);
  process.exit(1);
}
process.stdout.write(`Sign in as ${email} with the password ${password}\n`);
process.stdout.write('Two-factor sign-in is off, all sessions have ended. Please change the password.\n');
process.exit(0);

async function recover(address: string): Promise<string | null> {
  const config = loadConfig();
  const { url, stop } = await openDatabase(config, createLog(config.LOG_LEVEL));
  const database = connect(url);
  try {
    return await recoverAccount(database.db, address);
  } finally {
    await database.close();
    await stop();
  }
}
