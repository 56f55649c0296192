/** The smallest number of people in figures after an event. */
export const smallestGroup = 5;

/** Figures of a set of people; sets of a list are disjoint. */
interface Cell {
  people: number;
}

/**
 * Merges sets of fewer than five people until the rest has at least five or none, so that sums and differences never
 * describe fewer. The rest is null if empty or still too small.
 */
export function mergeSmall<T extends Cell, R extends Cell>(
  cells: readonly T[],
  rest: R,
  add: (rest: R, cell: T) => R,
): { shown: T[]; rest: R | null } {
  const shown = cells.filter(({ people }) => people >= smallestGroup).toSorted((a, b) => b.people - a.people);
  let merged = cells.filter(({ people }) => people < smallestGroup).reduce(add, rest);
  while (merged.people > 0 && merged.people < smallestGroup && shown.length) merged = add(merged, shown.pop()!);
  return { shown, rest: merged.people >= smallestGroup ? merged : null };
}

/** Returns sums that never grow by fewer than five people at once. */
export function inStepsOfFive(sums: readonly number[]): number[] {
  let shown = 0;
  return sums.map((sum) => {
    if (sum - shown >= smallestGroup) shown = sum;
    return shown;
  });
}
