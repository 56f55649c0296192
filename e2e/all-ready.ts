import type { FullConfig } from '@playwright/test';

const mostTime = 180_000;

/** Waits until the servers of all workers are ready. Playwright itself would start one after the other. */
export default async function allReady({ metadata }: FullConfig): Promise<void> {
  const end = AbortSignal.timeout(mostTime);
  await Promise.all((metadata['servers'] as string[]).map((url) => ready(url, end)));
}

async function ready(url: string, end: AbortSignal): Promise<void> {
  while (!(await answers(url, end))) {
    if (end.aborted) throw new Error(`the server at ${url} is not ready after ${mostTime / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const answers = (url: string, end: AbortSignal): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: end }).then(
    ({ ok }) => ok,
    () => false,
  );
