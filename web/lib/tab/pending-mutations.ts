let pending = 0;
const waiting = new Set<() => void>();

/** Records that a mutation was sent. */
export function mutationBegan(): void {
  pending += 1;
}

/** Records that a mutation was answered or will get no answer. */
export function mutationEnded(): void {
  pending -= 1;
  if (pending > 0) return;
  for (const resolve of waiting) resolve();
  waiting.clear();
}

/** Resolves when this page has no running mutation and has received the last answer. */
export async function mutationsEnded(): Promise<void> {
  while (pending > 0) {
    await new Promise<void>((resolve) => waiting.add(resolve));
    // a change of several messages sends each mutation after the previous answer
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Counts a series of mutations as one running mutation. */
export function asOneMutation<Result>(sending: Promise<Result>): Promise<Result> {
  mutationBegan();
  return sending.finally(mutationEnded);
}
