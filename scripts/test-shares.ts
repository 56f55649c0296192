/** Seconds of a file in the list of long ones, or of any other. */
export type SecondsOf = (file: string) => number;

/**
 * Divides files among processes by their known seconds, so that no process ends long after the others. `first` are files of
 * the first process, which runs them at its begin. `begun` are seconds that the last processes begin later, the
 * very last first. Every process begins at another part of the alphabet, because files of one folder are busy or wait at the
 * same time.
 */
export function dealFiles(
  files: readonly string[],
  secondsOf: SecondsOf,
  { processes, first, begun }: { processes: number; first: readonly string[]; begun: readonly number[] },
): string[][] {
  const shares = Array.from({ length: processes }, (_, n) => ({
    seconds: (n === 0 ? sum(first.map(secondsOf)) : 0) + (begun[processes - 1 - n] ?? 0),
    files: [] as string[],
  }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const share = shares.reduce((least, one) => (one.seconds < least.seconds ? one : least));
    share.files.push(file);
    share.seconds += secondsOf(file);
  }
  return shares.map((share, n) => [...(n === 0 ? first : []), ...rotated(share.files.sort(), n / processes)]);
}

function rotated(files: readonly string[], part: number): string[] {
  const at = Math.floor(files.length * part);
  return [...files.slice(at), ...files.slice(0, at)];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
