import { serverTimeHeader } from '#shared/server-time.ts';

const AHEAD = 'clockAhead';
/** Seconds of negligible change, because a response takes as long. */
const NOTHING_NEW = 5;

/** Returns the seconds by which this computer's clock is ahead, stored with the session for all tabs. */
export const secondsAhead = (): number => Number(globalThis.localStorage?.getItem(AHEAD) ?? 0) || 0;

let heard: number | undefined;

/** Returns the same from the latest response, for display only: a proxy's wrong clock must not end the session. */
export const secondsAheadHeard = (): number => heard ?? secondsAhead();

export function hearClock({ headers }: Pick<Response, 'headers'>): void {
  const told = Number(headers.get(serverTimeHeader));
  if (told > 0) heard = (Date.now() - told) / 1000;
}

/** Stores the clock difference of a new session. */
export function noteAhead(seconds: number): void {
  if (Math.abs(seconds - secondsAhead()) > NOTHING_NEW) localStorage.setItem(AHEAD, String(Math.round(seconds)));
}
