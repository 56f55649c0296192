import type { ForCallers } from '#server/channels/channel.ts';
import { deliveryConnections } from '#server/platform/connection-shares.ts';
import type { App } from '#server/platform/context.ts';
import { connect } from '#server/platform/database/connect.ts';
import { joinNodes, type WriteBeat } from '#server/platform/nodes/node.ts';
import { type Times, usualTimes } from '#server/platform/nodes/times.ts';
import { steadyPace } from '#server/platform/nodes/work-pace.ts';
import { startDelivery } from './delivery.ts';
import { expireRecipients } from './expire.ts';
import { startProgress } from './progress.ts';
import { startReaper } from './reap.ts';
import { keepConnectionsWarm, warmDelivery } from './warm-connections.ts';

type Parts = Pick<App, 'config' | 'database' | 'live' | 'log' | 'roles' | 'secrets' | 'publicUrl'> & ForCallers;

/**
 * Joins the delivering processes, on own connections, so that no request delays a heartbeat or result. The returned
 * function stops everything. Calls `heard` for received content.
 */
export async function startDelivering(
  parts: Parts,
  times: Times = usualTimes,
  heard = () => {},
  pace = steadyPace,
  writeBeat?: WriteBeat,
): Promise<{ stop(): Promise<void> }> {
  const { log } = parts;
  const lost = (error: Error) =>
    log.warn({ event: 'database_connection_lost', code: (error as { code?: string }).code });
  const database = connect(parts.database.url, lost, {
    max: deliveryConnections,
    warm: warmDelivery,
    queryTimeout: times.query,
    kept: 'plans',
  });
  const app = { ...parts, db: database.db };
  const node = await joinNodes(app, times, writeBeat);
  const progress = startProgress(app, times.progress);
  const reaper = startReaper(app, node, progress, times, pace);
  const expire = async () => progress.changed(await expireRecipients(app.db));
  const expiry = pace.loop(log, 'expiry', [times.expire, times.expire], expire, { calm: times.rare, isWatched: true });
  const warming = keepConnectionsWarm(log, database, node);
  const delivery = startDelivery(app, node, progress, times, { heard, pace });
  return {
    async stop() {
      await Promise.all([delivery.stop(), reaper.stop(), expiry.stop(), warming.stop()]);
      await progress.stop();
      await node.leave().catch(() => undefined); // without a database, others take over after the heartbeat expires
      await database.close();
    },
  };
}
