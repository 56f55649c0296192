import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { fold } from '#shared/fold.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';

export interface NamedGroup {
  id: number | null;
  path: string;
}

/** The existing groups by path. */
export interface GroupPaths {
  /** Active groups only. */
  paths: ReadonlyMap<number, string>;
  byKey: ReadonlyMap<string, { id: number; isActive: boolean }[]>;
}

const escaped = (name: string) => name.replace(/[\\/;]/g, '\\$&');

/** Formats "Stab/S3" with escaped separators. */
export const formatPath = (names: readonly string[]): string => names.map(escaped).join('/');

/** Joins several paths in one cell. */
export const formatPaths = (paths: readonly string[]): string => paths.join('; ');

/** Parses a cell's paths into their names: "Stab/S3; Technik". */
export function parsePaths(cell: string): string[][] {
  const paths: string[][] = [['']];
  for (const [sign, next] of cell.matchAll(/\\([\\/;])|[\s\S]/g)) {
    const path = paths.at(-1)!;
    if (sign === ';' || sign === '\n') paths.push(['']);
    else if (sign === '/') path.push('');
    else path[path.length - 1] += next ?? sign;
  }
  return paths.map((names) => names.map((name) => name.trim())).filter((names) => names.some((name) => name));
}

export const pathKey = (path: string): string => fold(path);

/** Loads all groups by path. */
export async function loadGroupPaths(db: Db | Tx): Promise<GroupPaths> {
  const { rows } = await sql<{ id: number; isActive: boolean; names: string[] }>`
    with recursive tree as (
      select id, is_active, array[name] as names from groups where parent_group_id is null
      union all
      select g.id, g.is_active and tree.is_active, tree.names || g.name
        from groups g join tree on g.parent_group_id = tree.id)
    select * from tree order by id`.execute(db);
  const named = rows.map((row) => ({ ...row, path: formatPath(row.names) }));
  return {
    paths: new Map(named.filter(({ isActive }) => isActive).map(({ id, path }) => [id, path])),
    byKey: Map.groupBy(named, ({ path }) => pathKey(path)),
  };
}

/** Returns a path's group; a new one must fit the depth. */
export function findGroup(groups: GroupPaths, names: readonly string[]): NamedGroup | { fault: RefusalKey } {
  if (names.some((name) => !name || name.length > limits.nameMaximum)) return { fault: 'error_invalid_input' };
  const path = formatPath(names);
  const found = groups.byKey.get(pathKey(path)) ?? [];
  const active = found.filter(({ isActive }) => isActive);
  if (active.length > 1) return { fault: 'error_upload_group_ambiguous' };
  if (active[0]) return { id: active[0].id, path: groups.paths.get(active[0].id)! };
  if (found.length) return { fault: 'error_inactive' };
  if (names.length > limits.groupDepth) return { fault: 'error_group_depth' };
  if (names.length === 1) return { id: null, path };
  const parent = findGroup(groups, names.slice(0, -1));
  return 'fault' in parent ? parent : { id: null, path: `${parent.path}/${formatPath(names.slice(-1))}` };
}
