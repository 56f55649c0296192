import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The account that owns files and runs programs; empty for the current one. */
export interface Account {
  uid?: number;
  gid?: number;
}

export interface Runner {
  owner: Account;
  account: Account;
  prefix: string[];
  /** The output of PostgreSQL's `--version`, if choosing ran it. */
  version?: string;
}

/** Chooses the account: PostgreSQL refuses root, so root uses the owner of existing data, or an unprivileged user. */
export async function chooseRunner(program: string, dir: string, pgdata: string): Promise<Runner> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return { owner: {}, account: {}, prefix: [] };
  const owner = await ownerOf(pgdata);
  const { uid, gid } = owner && owner.uid !== 0 ? owner : await unprivilegedUser();
  const account = { uid, gid };
  const [version, entered] = await Promise.all([
    outputOf(program, ['--version'], account),
    outputOf('test', ['-x', dir], account),
  ]);
  const reaches = version !== null && entered !== null;
  if (reaches && owner?.uid !== 0) return { owner: account, account, prefix: [], version };
  // That user can't enter a folder under /root (0700). In a user namespace, root appears under the other uid:
  // PostgreSQL accepts it, and the files belong to root.
  const prefix = ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  const mapped = owner?.uid ? null : await outputOf('unshare', [...prefix.slice(1), program, '--version'], {});
  if (mapped !== null) return { owner: {}, account: {}, prefix, version: mapped };
  throw new Error(
    `PostgreSQL cannot run as root, and user ${uid} cannot reach ${program} or ${dir}: ` +
      'move both out of folders closed to others, start as a normal user, or set DATABASE_URL',
  );
}

export function commandOf(runner: Runner, program: string, args: string[]): [string, string[]] {
  const [file = program, ...rest] = [...runner.prefix, program, ...args];
  return [file, rest];
}

async function ownerOf(pgdata: string): Promise<Required<Account> | undefined> {
  const found = await stat(pgdata).catch(() => undefined);
  return found ? { uid: found.uid, gid: found.gid } : undefined;
}

// initdb requires an account in /etc/passwd.
async function unprivilegedUser(): Promise<Required<Account>> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody', 'daemon']) {
    const found = lines.find((fields) => fields[0] === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error('running as root, but /etc/passwd has no unprivileged user to run PostgreSQL as: set DATABASE_URL');
}

function outputOf(program: string, args: string[], account: Account): Promise<string | null> {
  return run(program, args, account).then(
    ({ stdout }) => stdout,
    () => null,
  );
}
