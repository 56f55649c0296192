const MINUTE = 60_000;

/** Time until an expected arrival, or since a missed one: late, then overdue. */
export interface Left {
  word: 'in' | 'now' | 'late' | 'overdue';
  count: number;
}

/** Returns the state of an expected arrival. */
export function leftAt({ expectedAt, overdueAt }: { expectedAt: string; overdueAt: string | null }, now: number): Left {
  const minutes = Math.ceil((Date.parse(expectedAt) - now) / MINUTE);
  if (overdueAt !== null && Date.parse(overdueAt) <= now) return { word: 'overdue', count: Math.max(0, -minutes) };
  if (minutes > 0) return { word: 'in', count: minutes };
  return { word: minutes < 0 ? 'late' : 'now', count: Math.max(0, -minutes) };
}
