import { limits } from '#shared/limits.ts';

type Placed = { _id: number; name: string; parentGroup: { _id: number } | null };

/** A group that another may stand below; the label is its path from the top. */
export type ParentChoice = { value: string; label: string };

/**
 * The groups below which a group may stand: neither itself nor what is below it, and only as deep as groups may be
 * nested. `moved` is null for a new group.
 */
export function parentChoices(groups: readonly Placed[], moved: number | null): ParentChoice[] {
  const byId = new Map(groups.map((group) => [group._id, group]));
  const pathOf = (group: Placed): Placed[] => {
    const path = [group];
    for (let above = group.parentGroup; above && path.length <= groups.length; ) {
      const parent = byId.get(above._id);
      if (!parent) break;
      path.unshift(parent);
      above = parent.parentGroup;
    }
    return path;
  };
  const paths = groups.map(pathOf);
  const height = Math.max(
    1,
    ...paths.map((path) => {
      const at = path.findIndex(({ _id }) => _id === moved);
      return at < 0 ? 1 : path.length - at;
    }),
  );
  return paths
    .filter((path) => path.length + height <= limits.groupDepth && path.every(({ _id }) => _id !== moved))
    .map((path) => ({ value: String(path.at(-1)?._id), label: path.map(({ name }) => name).join(' › ') }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
