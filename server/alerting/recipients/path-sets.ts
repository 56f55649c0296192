/** Paths kept per person; more would only say the same again. */
const maximumPaths = 20;

/** Sets of paths by which people were brought in, by number. */
export interface PathSets {
  sets: string[][];
  /** The set with one path more; the same where it has that already, or enough of them. */
  with(set: number, path: string): number;
}

/** Sets of paths, each kept once: a crowd comes by few ways. The first is empty. */
export function setsOfPaths(): PathSets {
  const sets: string[][] = [[]];
  const longer: Map<string, number>[] = [new Map()];
  return {
    sets,
    with(set, path) {
      const known = longer[set]!.get(path);
      if (known !== undefined) return known;
      const paths = sets[set]!;
      const grows = path && paths.length < maximumPaths && !paths.includes(path);
      const next = grows ? sets.push([...paths, path]) - 1 : set;
      if (grows) longer.push(new Map());
      longer[set]!.set(path, next);
      return next;
    },
  };
}
