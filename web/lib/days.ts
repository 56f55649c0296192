import { fromLocalInput } from '#shared/zoned.ts';

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** Converts days to moments in the installation's time zone, including the last day; null for invalid days. */
export function momentsOf(
  { from, to }: { from: string; to: string },
  timeZone: string,
): { from: string | null; to: string | null } {
  const midnight = (day: string) =>
    /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)) ? fromLocalInput(`${day}T00:00`, timeZone) : null;
  return { from: midnight(from), to: midnight(to) && midnight(nextDay(to)) };
}

/** Returns the filter of a list as a query string. */
export function queryOf(filter: Readonly<Record<string, string | null>>): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null);
  return new URLSearchParams(given).toString();
}
