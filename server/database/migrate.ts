import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

const folder = path.resolve(import.meta.dirname, '../../migrations');

/**
 * Brings the database to the newest migration: plain SQL files, forward only, each in a transaction of its own.
 * Several processes may call it at once. Answers the names it applied; throws when an applied file was changed since.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(4200)');
    await client.query(`create table if not exists migrations (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const done: string[] = [];
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const text = await readFile(path.join(folder, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      const before = applied.get(name);
      if (before === hash) continue;
      if (before) throw new Error(`migration ${name} was changed after it had been applied`);
      await apply(client, name, hash, text);
      done.push(name);
    }
    return done;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string, hash: string, text: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name} failed: ${(error as Error).message}`, { cause: error });
  }
}
