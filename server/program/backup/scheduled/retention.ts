import { toLocalInput } from '#shared/zoned.ts';

/** Days, weeks and months whose newest backup is kept. */
export interface Retention {
  keepDaily: number;
  keepWeekly: number;
  keepMonthly: number;
}

interface Kept {
  startedAt: Date;
  provedAt: Date | null;
}

const day = 24 * 60 * 60 * 1000;

/** Returns backups without a rule. The newest and newest proved stay. Empty periods don't count. */
export function expired<Item extends Kept>(items: readonly Item[], retention: Retention, timeZone: string): Item[] {
  const newestFirst = items.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  const kept = new Set<Item>(newestFirst.slice(0, 1));
  const proved = newestFirst.find(({ provedAt }) => provedAt !== null);
  if (proved) kept.add(proved);
  const keep = (most: number, periodOf: (date: string) => string) => {
    const periods = new Set<string>();
    for (const item of newestFirst) {
      const period = periodOf(toLocalInput(item.startedAt, timeZone).slice(0, 10));
      if (periods.has(period) || periods.size >= most) continue;
      periods.add(period);
      kept.add(item);
    }
  };
  keep(retention.keepDaily, (date) => date);
  keep(retention.keepWeekly, mondayOf);
  keep(retention.keepMonthly, (date) => date.slice(0, 7));
  return newestFirst.filter((item) => !kept.has(item));
}

function mondayOf(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10);
}
