import { insertGroup } from '#server/contacts/groups/create.ts';
import { lockTree } from '#server/contacts/trees.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import type { CheckedRow } from './check-row.ts';
import { findGroup, formatPath, type GroupPaths, loadGroupPaths, parsePaths, pathKey } from './group-paths.ts';

/** Collects the missing groups that rows name. */
export function watchNewGroups(groups: GroupPaths) {
  const paths = new Map<string, string>();
  const above = (path: string): string[] => {
    const names = parsePaths(path)[0] ?? [];
    return names.map((_name, at) => formatPath(names.slice(0, at + 1)));
  };
  return {
    /** The first spelling wins. */
    add(rows: readonly CheckedRow[]): void {
      for (const { changes } of rows) {
        const joined = changes['groups'];
        if (!joined || !Array.isArray(joined.after)) continue;
        for (const group of joined.after) {
          if (group.id !== null) continue;
          for (const path of above(group.path)) {
            const key = pathKey(path);
            if (!groups.byKey.has(key) && !paths.has(key)) paths.set(key, path);
          }
          if (paths.size > limits.csvNewGroups) throw new Refusal('error_upload_groups');
          group.path = paths.get(pathKey(group.path)) ?? group.path;
        }
      }
    },
    /** Returns the groups to create, parents first. */
    paths: (): string[] => [...paths.values()],
  };
}

/** Creates a dry run's missing groups, parents first. Returns ids by path, and created ones; keeps the tree locked. */
export async function makeGroups(
  tx: Tx,
  paths: readonly string[],
): Promise<{ ids: Map<string, number>; made: number[] }> {
  const ids = new Map<string, number>();
  const made: number[] = [];
  if (!paths.length) return { ids, made };
  await lockTree(tx, 'groups');
  const groups = await loadGroupPaths(tx);
  const place = (names: readonly string[]): number | null => {
    const known = findGroup(groups, names);
    if ('fault' in known) throw new Refusal('error_changed_meanwhile');
    return known.id ?? ids.get(known.path) ?? null;
  };
  for (const path of paths) {
    const names = parsePaths(path)[0]!;
    const known = place(names);
    if (known !== null) {
      ids.set(path, known);
      continue;
    }
    const parentGroup = names.length > 1 ? place(names.slice(0, -1)) : null;
    const { id } = await insertGroup(tx, { name: names.at(-1)!, parentGroup });
    ids.set(path, id);
    made.push(id);
  }
  return { ids, made };
}
