import DataLoader from 'dataloader';
import { type Selectable, sql } from 'kysely';
import type { Loaders } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { DB } from '#server/platform/database/types.gen.ts';

/** Fresh loaders for one request. */
export const createLoaders = (db: Db): Loaders => ({ db, named: new Map() });

/** Returns the loader of this name, created on first use; `batch` returns a map by key. */
export function loader<Key, Value>(
  loaders: Loaders,
  name: string,
  batch: (keys: Key[], db: Db) => Promise<Map<Key, Value>>,
): DataLoader<Key, Value | undefined> {
  const existing = loaders.named.get(name);
  if (existing) return existing as unknown as DataLoader<Key, Value | undefined>;
  const made = new DataLoader<Key, Value | undefined>(async (keys) => {
    const found = await batch([...keys], loaders.db);
    return keys.map((key) => found.get(key));
  });
  loaders.named.set(name, made as unknown as DataLoader<never, unknown>);
  return made;
}

type Named = { [T in keyof DB]: DB[T] extends { id: unknown } ? T : never }[keyof DB];

/** The columns that `loadRow` reads: not a file's bytes. */
type Loaded<T extends Named> = T extends 'files'
  ? Pick<Selectable<DB['files']>, 'id' | 'key' | 'name' | 'mimeType' | 'size'>
  : Selectable<DB[T]>;

export async function loadRow<T extends Named>(
  ctx: { loaders: Loaders },
  table: T,
  id: number | null,
): Promise<Loaded<T> | null> {
  if (id === null) return null;
  const rows = loader<number, Loaded<T>>(ctx.loaders, `row:${table}`, async (ids, db) => {
    const columns = table === 'files' ? sql`id, key, name, mime_type, size` : sql`*`;
    const query = sql<Loaded<T> & { id: number }>`select ${columns} from ${sql.table(table)} where id = any(${ids})`;
    const { rows } = await query.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return (await rows.load(id)) ?? null;
}
