import type { DemoEvent } from './content.ts';

const timeZone = 'Europe/Berlin';

/** Returns the start of a demo event, relative to `now`. */
export function beganAt(began: DemoEvent['began'], now: Date): Date {
  if ('minutesAgo' in began) return later(now, -began.minutesAgo);
  const day = new Date(now.getTime() - began.daysAgo * 86_400_000).toLocaleDateString('sv-SE', { timeZone });
  const guess = new Date(`${day}T${began.at}:00Z`);
  const shown = new Date(`${guess.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`);
  return new Date(guess.getTime() - (shown.getTime() - guess.getTime()));
}

/** Returns a moment some minutes (and seconds) after another. */
export const later = (moment: Date, minutes: number, seconds = 0): Date =>
  new Date(moment.getTime() + minutes * 60_000 + seconds * 1000);
