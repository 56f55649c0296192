import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `look` returns a result, for at most `longest` milliseconds; then fails. */
export async function until<T>(
  look: () => T | null | undefined | false | Promise<T | null | undefined | false>,
  longest = 60_000,
): Promise<T> {
  for (const end = performance.now() + longest; performance.now() < end; await sleep(50)) {
    const found = await look();
    if (found !== undefined && found !== null && found !== false) return found;
  }
  assert.fail('it did not happen');
}
