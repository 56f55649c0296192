import { messageContents } from '#server/channels/rendering/content.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Logger } from '#server/platform/log.ts';
import { type Loop, startLoop } from '#server/platform/nodes/loop.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import { claimRecipients } from './queue/claim.ts';
import { recordNothing } from './results.ts';

/** The connections of delivery that stay open when idle: an alarm needs its text and its recipients at the same time. */
export const warmDelivery = 3;

// idle connections are replaced after a while, and an alarm comes after long idle times
const every = [200_000, 280_000] as const;

/** Regularly plans the statements of an alarm on the warm connections, because PostgreSQL keeps plans by connection. */
export const keepConnectionsWarm = (app: { db: Db; log: Logger }, node: Pick<Node, 'id'>): Loop =>
  startLoop(app.log, 'warm_connections', every, () => warmConnections(app.db, node, warmDelivery));

/** Runs the statements without any recipient, and keeps each connection until all others have had their turn. */
export async function warmConnections(db: Db, node: Pick<Node, 'id'>, connections: number): Promise<void> {
  if (connections === 0) return;
  await db.connection().execute(async (own) => {
    await claimRecipients(own, node, []);
    await recordNothing(own, node);
    await messageContents(own)(0).catch(() => {}); // there is no such message
    await warmConnections(db, node, connections - 1);
  });
}
