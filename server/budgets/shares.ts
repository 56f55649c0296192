/**
 * What has connections of its own to the database: `vital` is launching, stopping, signing in and the clockwork,
 * `answers` what people and providers tell, `pages` what users look at, `live` what is watched, `bulk` exports and uploads.
 */
export const budgetNames = ['vital', 'answers', 'pages', 'live', 'bulk'] as const;

/** Name of a budget. */
export type BudgetName = (typeof budgetNames)[number];

/** Connections of a worker's delivery, and the one that hears of changes: they are in the total, but in no budget. */
export const deliveryConnections = 8;
const listening = 1;

/** The fewest connections that a process can be divided into budgets with. */
export const fewestConnections = 24;

// of what is left after delivery and listening; the rest is vital
const parts: Record<Exclude<BudgetName, 'vital'>, { part: number; fewest: number }> = {
  answers: { part: 0.2, fewest: 3 },
  pages: { part: 0.26, fewest: 3 },
  live: { part: 0.1, fewest: 2 },
  bulk: { part: 0.1, fewest: 2 },
};

/** How many connections each budget gets of a process's total. */
export function sharesOf(total: number): Record<BudgetName, number> {
  const rest = total - deliveryConnections - listening;
  const share = (name: keyof typeof parts) => Math.max(parts[name].fewest, Math.floor(rest * parts[name].part));
  const shares = { answers: share('answers'), pages: share('pages'), live: share('live'), bulk: share('bulk') };
  return { ...shares, vital: rest - shares.answers - shares.pages - shares.live - shares.bulk };
}
