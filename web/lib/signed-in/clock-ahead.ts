import { serverTimeHeader } from '#shared/server-time.ts';

const AHEAD = 'clockAhead';
/** Changes of the difference up to this many seconds are ignored, because a response takes some seconds to arrive. */
const NOTHING_NEW = 5;

/**
 * Returns how many seconds this computer's clock is ahead of the server's, possibly hours. The value is stored with the session,
 * for all tabs and before the server responds.
 */
export const secondsAhead = (): number => Number(globalThis.localStorage?.getItem(AHEAD) ?? 0) || 0;

let heard: number | undefined;

/**
 * Returns the same from the latest response. Used for display only, never for the session, because a proxy with a wrong clock
 * would end it.
 */
export const secondsAheadHeard = (): number => heard ?? secondsAhead();

/** Takes the clock difference from a new response, if the response is the server's own. */
export function hearClock({ headers }: Pick<Response, 'headers'>): void {
  const told = Number(headers.get(serverTimeHeader));
  if (told > 0) heard = (Date.now() - told) / 1000;
}

/** Stores the clock difference in seconds from the token of a new session. */
export function noteAhead(seconds: number): void {
  if (Math.abs(seconds - secondsAhead()) > NOTHING_NEW) localStorage.setItem(AHEAD, String(Math.round(seconds)));
}
