/**
 * Settles like `Promise.allSettled`, but at most `grace` milliseconds after the first sufficient result; open promises
 * then count as rejected.
 */
export async function settledSoon<T>(
  all: readonly Promise<T>[],
  grace: number,
  isEnough: (value: T) => boolean = () => true,
): Promise<PromiseSettledResult<T>[]> {
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
  const lastCall = new Promise<void>((resolve) => {
    const isOver = (value: T) => {
      if (isEnough(value)) timer ??= setTimeout(resolve, grace);
    };
    for (const one of all) one.then(isOver, () => {});
  });
  await Promise.race([Promise.all(watched), lastCall]);
  clearTimeout(timer);
  return settled.map((one) => one ?? { status: 'rejected', reason: new Error('no answer yet') });
}
