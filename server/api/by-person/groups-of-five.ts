/** The smallest number of people whose figures are shown after an event. */
export const smallestGroup = 5;

/** Figures of a set of people; sets of one list have no person in common. */
interface Cell {
  people: number;
}

/**
 * Merges sets of fewer than five people, and further ones until the merged rest has at least five or nobody. Sums and differences
 * of what remains then never describe fewer than five people. The rest is null if nobody is in it, or if it is still too small
 * because there are fewer than five people in all.
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

/**
 * Returns a course of sums that never grows by fewer than five people at once, so that no moment belongs to one person.
 */
export function inStepsOfFive(sums: readonly number[]): number[] {
  let shown = 0;
  return sums.map((sum) => {
    if (sum - shown >= smallestGroup) shown = sum;
    return shown;
  });
}
