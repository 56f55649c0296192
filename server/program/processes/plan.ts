import { availableParallelism } from 'node:os';
import type { Config } from '#server/platform/config.ts';
import { fewestConnections } from '#server/platform/connection-shares.ts';

/** The number of processes, and the division of the database connections. */
export interface Plan {
  webs: number;
  perWeb: number;
  perWorker: number;
  total: number;
}

const usualPerWeb = 28;
// leaves connections to other programs: PostgreSQL allows 100, the embedded one 200
const mostByDefault = { own: 88, embedded: 184 };

/** The fewest connections that a start can work with. */
export const fewestOf = ({ WEB_PROCESSES: webs = 1 }: Pick<Config, 'WEB_PROCESSES'>): number =>
  fewestConnections(['worker']) + fewestConnections(['web']) * webs;

/** Plans one worker, and web processes by cores and connections. */
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
