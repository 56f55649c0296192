import type { App } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Loop, startLoop } from '#server/nodes/loop.ts';
import type { Node } from '#server/nodes/node.ts';
import { forgetNodes, type Reaped, reapDead } from '#server/nodes/reaper.ts';
import type { Times } from '#server/nodes/times.ts';
import type { Progress } from './progress.ts';
import { wakeAfter } from './wake-after.ts';

/** Takes recipients back from whoever lost them, and tells cascades of those that were given up. */
export async function takeBack(db: Db, progress: Progress, reap: (tx: Tx) => Promise<Reaped[]>): Promise<number> {
  const reaped = await inTransaction(db, async (tx) => {
    const rows = await reap(tx);
    await wakeAfter(tx, rows);
    return rows;
  });
  progress.changed(reaped.map(({ messageId }) => messageId));
  return reaped.length;
}

/** Looks for dead processes again and again, as long as this one is surely alive itself. */
export function startReaper(app: Pick<App, 'db' | 'log'>, node: Node, progress: Progress, times: Times): Loop {
  let forgotAt = Number.NEGATIVE_INFINITY;
  return startLoop(app.log, 'reaper', times.reap, async () => {
    if (!node.steady()) return;
    const count = await takeBack(app.db, progress, (tx) => reapDead(tx, node, times.dead));
    if (count) app.log.warn({ event: 'recipients_taken_back', count });
    if (performance.now() - forgotAt < 600_000) return;
    forgotAt = performance.now();
    await forgetNodes(app.db);
  });
}
