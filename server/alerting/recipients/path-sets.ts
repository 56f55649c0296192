const maximumPaths = 20;

/** Numbered sets of paths. */
export interface PathSets {
  sets: string[][];
  /** Unchanged if it contains the path or is full. */
  with(set: number, path: string): number;
}

/** Creates deduplicated sets of paths. The first is empty. */
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
