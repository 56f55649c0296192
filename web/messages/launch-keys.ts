import { randomKey } from '#web/lib/keys.ts';

const PREFIX = 'launch:';

/** The key of the intent to send this; the same until it is settled, even when the page is loaded again in between. */
export function launchKey(what: string): string {
  const kept = sessionStorage.getItem(PREFIX + what);
  if (kept) return kept;
  const key = randomKey();
  sessionStorage.setItem(PREFIX + what, key);
  return key;
}

/** Forgets the key: the server answered, and the next time is a new intent. */
export function settleLaunch(what: string): void {
  sessionStorage.removeItem(PREFIX + what);
}
