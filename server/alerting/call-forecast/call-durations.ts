/** A finished call, or one that still goes on (`isOver` false), in seconds. */
export interface ObservedCall {
  seconds: number;
  isOver: boolean;
}

/** Returns a duration longer than `age` that a share `rank` (0 to 1) of such calls exceeds. */
export type DurationAt = (rank: number, age?: number) => number;

/**
 * Estimates the distribution of durations (Kaplan and Meier 1958). Running calls count with the time that they have
 * lasted, otherwise the first calls to end, which are short, would stand for all.
 */
export function durationsOf(observed: readonly ObservedCall[]): DurationAt {
  const sorted = observed.toSorted((a, b) => a.seconds - b.seconds || Number(b.isOver) - Number(a.isOver));
  const steps: { seconds: number; share: number }[] = [];
  let share = 1;
  for (const [at, { seconds, isOver }] of sorted.entries()) {
    if (!isOver) continue;
    share *= 1 - 1 / (sorted.length - at);
    steps.push({ seconds, share });
  }
  const longest = sorted.at(-1)?.seconds ?? 0;
  const shareBeyond = (age: number) => steps.findLast(({ seconds }) => seconds <= age)?.share ?? 1;
  return (rank, age = 0) => {
    const wanted = rank * (age > 0 ? shareBeyond(age) : 1);
    const found = steps.find(({ seconds, share: left }) => seconds > age && left <= wanted)?.seconds ?? longest;
    return Math.max(found, age);
  };
}

/** Returns numbers between 0 and 1 that fill the range evenly (van der Corput). */
export function* evenRanks(): Generator<number, never> {
  for (let count = 1; ; count++) {
    let [rank, base] = [0, 0.5];
    for (let left = count; left > 0; left >>= 1, base /= 2) if (left & 1) rank += base;
    yield rank;
  }
}
