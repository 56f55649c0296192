/**
 * Settles like `Promise.allSettled`, but `grace` milliseconds after the first fulfilled promise at the latest. Promises that are
 * still open then count as rejected.
 */
export async function settledSoon<T>(all: readonly Promise<T>[], grace: number): Promise<PromiseSettledResult<T>[]> {
  const settled: (PromiseSettledResult<T> | undefined)[] = all.map(() => undefined);
  const watched = all.map((one, n) =>
    one.then(
      (value) => {
        settled[n] = { status: 'fulfilled', value };
      },
      (reason: unknown) => {
        settled[n] = { status: 'rejected', reason };
      },
    ),
  );
  let timer: NodeJS.Timeout | undefined;
  const lastCall = Promise.any(all).then(
    () =>
      new Promise<void>((resolve) => {
        timer = setTimeout(resolve, grace);
      }),
    () => undefined, // none is fulfilled, so all are settled
  );
  await Promise.race([Promise.all(watched), lastCall]);
  clearTimeout(timer);
  return settled.map((one) => one ?? { status: 'rejected', reason: new Error('no answer yet') });
}
