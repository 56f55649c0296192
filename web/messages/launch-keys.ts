import type { CombinedError } from 'urql';
import { retryAfter } from '#web/lib/connection.ts';
import { randomKey } from '#web/lib/keys.ts';

const PREFIX = 'launch:';
const MOST_TRIES = 6;

/**
 * Does what must happen once: `ask` gets the key of this intent, which stays the same until the server has said what became
 * of it, even when the page is loaded again in between; `known` is the key of an intent from before. While the server says when to come again, it is asked again.
 */
export async function launchOnce<Result extends { error?: CombinedError | undefined }>(
  what: string,
  ask: (launchKey: string) => Promise<Result>,
  known?: string,
): Promise<Result> {
  const key = known ?? sessionStorage.getItem(PREFIX + what) ?? randomKey();
  sessionStorage.setItem(PREFIX + what, key);
  for (let tries = 1; ; tries++) {
    const result = await ask(key);
    if (!isUncertain(result.error)) {
      sessionStorage.removeItem(PREFIX + what);
      return result;
    }
    const seconds = retryAfter(result.error?.response as Response | undefined);
    if (seconds === 0 || tries === MOST_TRIES) return result;
    // not all browsers in the same moment
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2)));
  }
}

/** Forgets the keys of intents that begin so: what became of them is known, and the next is another one. */
export function forgetIntents(what: string): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX + what));
  for (const name of names) sessionStorage.removeItem(name);
}

/** Whether the server may have done it all the same: no answer came, or one that the database was away. */
export const isUncertain = (error: CombinedError | undefined): boolean =>
  error !== undefined &&
  (Boolean(error.networkError) || error.graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAVAILABLE'));
