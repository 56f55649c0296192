let pending = 0;
const waiting = new Set<() => void>();

/** Notes that a mutation is on its way to the server. */
export function mutationBegan(): void {
  pending += 1;
}

/** Notes that a mutation was answered, or that no answer comes. */
export function mutationEnded(): void {
  pending -= 1;
  if (pending > 0) return;
  for (const resolve of waiting) resolve();
  waiting.clear();
}

/** Resolves when no mutation of this page is on its way, and the page has heard of the last answer. */
export async function mutationsEnded(): Promise<void> {
  while (pending > 0) {
    await new Promise<void>((resolve) => waiting.add(resolve));
    // a change of several messages sends the next mutation when it hears of the one before
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Counts something that sends several mutations, one after the other, as one that is on its way. */
export function asOneMutation<Result>(sending: Promise<Result>): Promise<Result> {
  mutationBegan();
  return sending.finally(mutationEnded);
}
