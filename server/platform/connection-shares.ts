export type ProcessRole = 'web' | 'worker';

/**
 * The kinds of work with their own database connections. `vital`: launches, stops, sign-ins and the scheduler;
 * `answers`: answers and provider reports; `pages`: reads; `live`: live views; `bulk`: exports and uploads.
 */
export const poolNames = ['vital', 'answers', 'pages', 'live', 'bulk'] as const;

export type PoolName = (typeof poolNames)[number];

/** Connections of a worker for delivery and notifications, outside of the pools. */
export const deliveryConnections = 8;
const listening = 1;

/** The default number of connections of a process started alone. */
export const usualConnections = 40;

// parts of the rest after delivery and notifications; the remainder is vital
const parts: Record<Exclude<PoolName, 'vital'>, { part: number; fewest: number; onlyWeb?: true }> = {
  answers: { part: 0.2, fewest: 3, onlyWeb: true },
  pages: { part: 0.26, fewest: 3, onlyWeb: true },
  live: { part: 0.1, fewest: 2, onlyWeb: true },
  bulk: { part: 0.1, fewest: 2 },
};

const outside = (roles: readonly ProcessRole[]) => listening + (roles.includes('worker') ? deliveryConnections : 0);

/** The fewest connections for the pools of a process with these roles. */
export const fewestConnections = (roles: readonly ProcessRole[]): number =>
  outside(roles) + (roles.includes('web') ? 15 : 11);

/** Divides a process's connections among its pools; hardly used pools get one. */
export function sharesOf(total: number, roles: readonly ProcessRole[]): Record<PoolName, number> {
  const rest = total - outside(roles);
  const share = (name: keyof typeof parts) => {
    const { part, fewest, onlyWeb } = parts[name];
    if (onlyWeb && !roles.includes('web')) return 1;
    return Math.max(fewest, Math.floor(rest * part));
  };
  const shares = { answers: share('answers'), pages: share('pages'), live: share('live'), bulk: share('bulk') };
  return { ...shares, vital: rest - shares.answers - shares.pages - shares.live - shares.bulk };
}
