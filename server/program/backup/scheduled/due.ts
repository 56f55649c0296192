import { fromLocalInput, toLocalInput } from '#shared/zoned.ts';

const day = 24 * 60 * 60 * 1000;

/** Returns the last time a backup was due. `startAt`: as 02:30. */
export function lastDue(now: Date, startAt: string, timeZone: string): Date {
  const at = (moment: Date) =>
    new Date(fromLocalInput(`${toLocalInput(moment, timeZone).slice(0, 10)}T${startAt}`, timeZone)!);
  const today = at(now);
  return today <= now ? today : at(new Date(now.getTime() - day));
}
