import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Loop } from '#server/platform/nodes/loop.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import { findEnded, forgetNodes, type Reaped, reapDead, reapEnded } from '#server/platform/nodes/reaper.ts';
import type { Times } from '#server/platform/nodes/times.ts';
import type { WorkPace } from '#server/platform/nodes/work-pace.ts';
import type { Progress } from './progress.ts';
import { wakeAfter } from './wake-after.ts';

/** Takes back lost recipients, and wakes the cascades of those given up. */
export async function takeBack(db: Db, progress: Progress, reap: (tx: Tx) => Promise<Reaped[]>): Promise<number> {
  const reaped = await inTransaction(db, async (tx) => {
    const rows = await reap(tx);
    await wakeAfter(tx, rows);
    return rows;
  });
  progress.changed(reaped.map(({ messageId }) => messageId));
  return reaped.length;
}

/**
 * Looks for dead processes while this one is certainly alive: ended ones of this machine at once, others by heartbeat.
 */
export function startReaper(
  app: Pick<App, 'db' | 'log'>,
  node: Node,
  progress: Progress,
  times: Times,
  pace: WorkPace,
): Loop {
  let forgotAt = Number.NEGATIVE_INFINITY;
  const noteTaken = (count: number) => {
    if (count) app.log.warn({ event: 'recipients_taken_back', count });
  };
  const turn = async () => {
    const ended = await findEnded(app.db);
    if (ended.length) noteTaken(await takeBack(app.db, progress, (tx) => reapEnded(tx, ended)));
    if (!node.steady()) return;
    noteTaken(await takeBack(app.db, progress, (tx) => reapDead(tx, node, times.dead)));
    if (performance.now() - forgotAt < 600_000) return;
    forgotAt = performance.now();
    await forgetNodes(app.db);
  };
  return pace.loop(app.log, 'reaper', times.reap, turn, { calm: times.rare, isWatched: true });
}
