import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chooseRunner, commandOf, type Runner } from './embedded-account.ts';
import { type Binaries, exists, findBinaries, majorOf, OtherMajor } from './embedded-binaries.ts';

const run = promisify(execFile);
const user = 'app';
const secretName = 'app.secret';

/** An existing PostgreSQL data folder with the data to run and reach it. */
export interface Cluster {
  dir: string;
  pgdata: string;
  logFile: string;
  binaries: Binaries;
  /** Checks the programs' compatibility, so call it only before a start. */
  runner(): Promise<Runner>;
  initialised: boolean;
  settings: Record<string, string>;
  url(port: number, database: string): string;
}

export const programEnvironment =
  process.platform === 'win32' ? undefined : { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Opens the data folder under `dir`, or creates it atomically. `programs`: as of `findBinaries`. */
export async function openCluster(
  dir: string,
  { settings = {}, programs }: { settings?: Record<string, string>; programs?: string | undefined },
): Promise<Cluster> {
  const home = await openFolder(dir);
  const pgdata = path.join(home, 'pgdata');
  const data = await readFile(path.join(pgdata, 'PG_VERSION'), 'utf8').catch(() => null); // explained below
  const binaries = await findBinaries(programs, data === null ? null : majorOf(data));
  const choose = () => chooseRunner(binaries.postgres, home, pgdata);
  const initialised =
    !(await exists(path.join(pgdata, 'PG_VERSION'))) && (await initialise(binaries, await choose(), pgdata, settings));
  await sweepLeftovers(home);
  // each program takes a tenth of a second, which joining a running PostgreSQL doesn't need
  const runner = async () => {
    const chosen = await choose();
    await checkVersion(binaries, chosen, pgdata);
    return chosen;
  };
  const url = await addressesOf(pgdata);
  return { dir: home, pgdata, logFile: path.join(home, 'postgres.log'), binaries, runner, initialised, settings, url };
}

export async function addressesOf(pgdata: string): Promise<Cluster['url']> {
  const password = await readSecret(pgdata);
  return (port, database) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
}

async function openFolder(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true });
  const asRoot = process.getuid?.() === 0;
  // regardless of the umask, because PostgreSQL's user must be able to enter
  if (asRoot && (await readdir(dir)).length === 0) await chmod(dir, 0o711);
  return realpath(dir);
}

// initdb works in a separate folder, which a rename turns into the cluster: of parallel ones, one wins completely.
async function initialise(binaries: Binaries, runner: Runner, pgdata: string, settings: Record<string, string>) {
  const fresh = await mkdtemp(`${pgdata}.new-`);
  try {
    const password = randomBytes(24).toString('base64url');
    const passwordFile = path.join(fresh, 'password');
    const target = path.join(fresh, 'pgdata');
    await mkdir(target, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    for (const file of [fresh, passwordFile, target]) await giveTo(runner, file);
    const major = majorOf(runner.version ?? (await askVersion(binaries, runner)));
    await run(...commandOf(runner, binaries.initdb, initdbArguments(target, passwordFile, settings, major)), {
      ...runner.account,
      env: programEnvironment,
    });
    await writeDurably(path.join(target, secretName), password);
    return await renameUnlessThere(target, pgdata);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function initdbArguments(target: string, passwordFile: string, settings: Record<string, string>, major: number) {
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const collation = [...(major >= 17 ? builtin : ['--locale=C.UTF-8']), '--encoding=UTF8'];
  const access = ['--username', user, '--auth=scram-sha-256', '--pwfile', passwordFile];
  const durability = settings['fsync'] === 'off' ? ['--no-sync'] : [];
  return ['-D', target, ...access, ...collation, ...durability, '--no-instructions'];
}

async function giveTo({ owner }: Runner, file: string): Promise<void> {
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(file, owner.uid, owner.gid);
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
}

async function renameUnlessThere(target: string, pgdata: string): Promise<boolean> {
  try {
    await rename(target, pgdata);
    return true;
  } catch (error) {
    if (await exists(path.join(pgdata, 'PG_VERSION'))) return false; // another process was faster
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
    throw new Error(`${pgdata} holds files, but no database: empty it or choose another DATA_DIR`);
  }
}

/** Removes the remains of a killed initdb after an hour, which is longer than any initdb. */
async function sweepLeftovers(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith('pgdata.new-')) continue;
    const file = path.join(home, name);
    const found = await stat(file).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - 3_600_000) await rm(file, { recursive: true, force: true });
  }
}

async function checkVersion(binaries: Binaries, runner: Runner, pgdata: string): Promise<void> {
  const data = (await readFile(path.join(pgdata, 'PG_VERSION'), 'utf8').catch(explainOwner(pgdata))).trim();
  const major = majorOf(runner.version ?? (await askVersion(binaries, runner)));
  if (Number(data) !== major) throw new OtherMajor(data, binaries.dir, major, pgdata);
}

async function askVersion(binaries: Binaries, runner: Runner): Promise<string> {
  const command = commandOf(runner, binaries.postgres, ['--version']);
  const { stdout } = await run(...command, { ...runner.account, env: programEnvironment });
  return stdout;
}

async function readSecret(pgdata: string): Promise<string> {
  const file = path.join(pgdata, secretName);
  const secret = await readFile(file, 'utf8').catch(explainOwner(pgdata));
  if (!secret.trim()) throw new Error(`${file} is empty: restore it from a backup of the data folder`);
  return secret.trim();
}

function explainOwner(pgdata: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    if (error.code === 'EACCES') throw new Error(`${pgdata} belongs to another user: start as that user`);
    if (error.code === 'ENOENT')
      throw new Error(`${error.path} is missing: restore it from a backup of the data folder`);
    throw error;
  };
}
