const MINUTE = 60_000;

/** How long until somebody comes who said when, or since when they should be there, late at first and then overdue; a count of minutes where one is said. */
export interface Left {
  word: 'in' | 'now' | 'late' | 'overdue';
  count: number;
}

/** Reads an expected arrival at this moment, the same wherever it is shown: what is over is not now. */
export function leftAt({ expectedAt, overdueAt }: { expectedAt: string; overdueAt: string | null }, now: number): Left {
  const minutes = Math.ceil((Date.parse(expectedAt) - now) / MINUTE);
  if (overdueAt !== null && Date.parse(overdueAt) <= now) return { word: 'overdue', count: Math.max(0, -minutes) };
  if (minutes > 0) return { word: 'in', count: minutes };
  return { word: minutes < 0 ? 'late' : 'now', count: Math.max(0, -minutes) };
}
