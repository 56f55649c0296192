// what lies before is a slip of the keyboard
const firstYear = '1900';

/** Whether a text is a day that there is, as YYYY-MM-DD, from 1900 on. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < firstYear) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
