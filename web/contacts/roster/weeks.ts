import { fromLocalInput, toLocalInput } from '#shared/zoned.ts';

const day = 86_400_000;

const after = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * day).toISOString().slice(0, 10);

/** Returns the seven days, from Monday, of the week a number of weeks from now, in a time zone. */
export function daysOfWeek(weeks: number, timeZone: string, now = new Date()): string[] {
  const today = toLocalInput(now, timeZone).slice(0, 10);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 7 }, (_, at) => after(today, weeks * 7 - sinceMonday + at));
}

/** Returns the start of the first day and the end of the last. */
export const spanOf = (firstDay: string, lastDay: string, timeZone: string): { from: string; until: string } => ({
  from: fromLocalInput(`${firstDay}T00:00`, timeZone)!,
  until: fromLocalInput(`${after(lastDay, 1)}T00:00`, timeZone)!,
});
