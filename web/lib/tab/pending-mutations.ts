let pending = 0;
const waiting = new Set<() => void>();

export function mutationBegan(): void {
  pending += 1;
}

export function mutationEnded(): void {
  pending -= 1;
  if (pending > 0) return;
  for (const resolve of waiting) resolve();
  waiting.clear();
}

/** Resolves when no mutation runs and its answer was processed. */
export async function mutationsEnded(): Promise<void> {
  while (pending > 0) {
    await new Promise<void>((resolve) => waiting.add(resolve));
    // a series sends each mutation after the previous answer
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Counts a series of mutations as one. */
export function asOneMutation<Result>(sending: Promise<Result>): Promise<Result> {
  mutationBegan();
  return sending.finally(mutationEnded);
}
