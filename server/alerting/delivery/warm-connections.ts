import { messageContents } from '#server/channels/rendering/content.ts';
import { canSpare, type Database, freeConnections } from '#server/platform/database/connect.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Loop, type Pause, startLoop } from '#server/platform/nodes/loop.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import { claimRecipients } from './queue/claim.ts';
import { recordNothing } from './results.ts';

/** The connections of delivery that stay open when idle: an alarm needs its text and its recipients at the same time. */
export const warmDelivery = 3;

type Pool = Pick<Database, 'db' | 'pool'>;

// idle connections are replaced after a while, and an alarm comes after long idle times
const every = [200_000, 280_000] as const;
// the start opens others
const afterStart = 10_000;

/** Regularly plans the statements of an alarm on the warm connections, because PostgreSQL keeps plans by connection. */
export const keepConnectionsWarm = (log: Logger, database: Pool, node: Pick<Node, 'id'>): Loop => {
  const begun = performance.now();
  const pause = (): Pause => (performance.now() - begun < afterStart ? [afterStart, afterStart] : every);
  return startLoop(log, 'warm_connections', pause, () => {
    const wanted = Math.max(warmDelivery, database.pool.idleCount);
    return warmConnections(database, node, Math.min(wanted, freeConnections(database) - 1));
  });
};

/**
 * Runs the statements without any recipient, and keeps each connection until all others have had their turn. Ends when other work
 * needs them.
 */
export async function warmConnections(database: Pool, node: Pick<Node, 'id'>, connections: number): Promise<void> {
  if (connections <= 0 || !canSpare(database, connections)) return;
  await database.db.connection().execute(async (own) => {
    await claimRecipients(own, node, []);
    await recordNothing(own, node);
    await messageContents(own)(0).catch(() => {}); // there is no such message
    await warmConnections(database, node, connections - 1);
  });
}
