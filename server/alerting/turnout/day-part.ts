/** Parts of the week with different turnout. */
export type DayPart = 'work' | 'free' | 'night';

/** Returns night, working day, or other; ignores holidays. */
export function dayPartOf(at: Date, timeZone: string): DayPart {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' });
  const named = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]));
  const hour = Number(named['hour']);
  if (hour >= nightBegins || hour < nightEnds) return 'night';
  return hour >= workBegins && hour < workEnds && !weekend.has(named['weekday']!) ? 'work' : 'free';
}

const [nightBegins, nightEnds] = [22, 6];
const [workBegins, workEnds] = [7, 17];
const weekend = new Set(['Sat', 'Sun']);
