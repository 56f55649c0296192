import { serverTimeHeader } from '#shared/server-time.ts';

const AHEAD = 'clockAhead';
/** An answer is some seconds under way: what is nearer to what is known says nothing new. */
const NOTHING_NEW = 5;

/**
 * How many seconds the clock of this computer is ahead of the server's, which may be hours. It is kept with the session, so that it is
 * known before the server has answered, and for all tabs.
 */
export const secondsAhead = (): number => Number(globalThis.localStorage?.getItem(AHEAD) ?? 0) || 0;

let heard: number | undefined;

/** The same as the last answer told it: what is shown goes by it, no session, which a proxy with a wrong clock would end. */
export const secondsAheadHeard = (): number => heard ?? secondsAhead();

/** Takes from an answer that just came how far this computer's clock is ahead of the server's, where it is the server's own. */
export function hearClock({ headers }: Pick<Response, 'headers'>): void {
  const told = Number(headers.get(serverTimeHeader));
  if (told > 0) heard = (Date.now() - told) / 1000;
}

/** Takes note of how many seconds this computer's clock is ahead, told by the token of a fresh session. */
export function noteAhead(seconds: number): void {
  if (Math.abs(seconds - secondsAhead()) > NOTHING_NEW) localStorage.setItem(AHEAD, String(Math.round(seconds)));
}
