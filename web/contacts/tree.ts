/** A group or list with its parent. */
export type Placed = { _id: number; name: string; parent: number | null };

/** A possible parent; the label is its path from the top. */
export type PlaceChoice = { value: string; label: string };

/**
 * Returns the possible parents of a group or list within `depth` levels, without itself and its descendants. `moved` is null for
 * a new one.
 */
export function placesFor(rows: readonly Placed[], moved: number | null, depth: number): PlaceChoice[] {
  const byId = new Map(rows.map((row) => [row._id, row]));
  const pathOf = (row: Placed): Placed[] => {
    const path = [row];
    for (let above = row.parent; above !== null && path.length <= rows.length; ) {
      const parent = byId.get(above);
      if (!parent) break;
      path.unshift(parent);
      above = parent.parent;
    }
    return path;
  };
  const paths = rows.map(pathOf);
  const heights = paths.map((path) => {
    const at = path.findIndex(({ _id }) => _id === moved);
    return at < 0 ? 1 : path.length - at;
  });
  const height = Math.max(1, ...heights);
  return paths
    .filter((path) => path.length + height <= depth && path.every(({ _id }) => _id !== moved))
    .map((path) => ({ value: String(path.at(-1)?._id), label: path.map(({ name }) => name).join(' › ') }))
    .sort((a, b) => a.label.localeCompare(b.label));
}
