import { availableParallelism } from 'node:os';
import type { Config } from '#server/platform/config.ts';
import { fewestConnections } from '#server/platform/connection-shares.ts';

/** The number of processes, and the division of the database connections. */
export interface Plan {
  webs: number;
  /** Connections of each web process, of the worker, and of all together. */
  perWeb: number;
  perWorker: number;
  total: number;
}

const usualPerWeb = 28;
// By default, leave some of PostgreSQL's connections to other programs: it allows 100, the embedded one 200.
const mostByDefault = { own: 88, embedded: 184 };

/** The fewest connections that a start can work with. */
export const fewestOf = ({ WEB_PROCESSES: webs = 1 }: Pick<Config, 'WEB_PROCESSES'>): number =>
  fewestConnections(['worker']) + fewestConnections(['web']) * webs;

/** Plans one start: one worker, and as many web processes as the remaining cores and the connections allow. */
export function planOf(
  config: Pick<Config, 'WEB_PROCESSES' | 'DATABASE_CONNECTIONS' | 'DATABASE_URL'>,
  cores = availableParallelism(),
): Plan {
  const { WEB_PROCESSES: wanted, DATABASE_CONNECTIONS: given } = config;
  const [perWorker, fewest] = [fewestConnections(['worker']), fewestConnections(['web'])];
  const most = given ?? mostByDefault[config.DATABASE_URL ? 'own' : 'embedded'];
  const fitting = Math.floor((most - perWorker) / fewest);
  const webs = wanted ?? Math.max(1, Math.min(cores - 1, fitting));
  const total = given ?? Math.max(perWorker + webs * fewest, Math.min(most, perWorker + webs * usualPerWeb));
  return { webs, perWeb: Math.floor((total - perWorker) / webs), perWorker, total };
}
