import type { CombinedError } from 'urql';
import { retryAfter } from '#web/lib/connection.ts';
import { randomKey } from '#web/lib/keys.ts';

const PREFIX = 'launch:';
const MOST_TRIES = 6;

/**
 * Runs an action once. `ask` receives the intent's key, the same until a confirmed result, even after a reload; `known`
 * is an earlier key. Retries while the server sends a delay.
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
    // spreads the retries of many browsers
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000 * (1 + Math.random() / 2)));
  }
}

/** Forgets finished intents with this prefix. */
export function forgetIntents(what: string): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX + what));
  for (const name of names) sessionStorage.removeItem(name);
}

/**
 * Returns whether an action may have taken effect despite its error: no response came, or the database was unavailable.
 */
export const isUncertain = (error: CombinedError | undefined): boolean =>
  error !== undefined &&
  (Boolean(error.networkError) || error.graphQLErrors.some(({ extensions }) => extensions['code'] === 'UNAVAILABLE'));
