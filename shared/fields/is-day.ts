// Earlier dates are typing errors.
const firstYear = '1900';

/** Returns true for an existing day as YYYY-MM-DD, from 1900 on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < firstYear) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
