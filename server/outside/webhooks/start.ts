import { setTimeout as sleep } from 'node:timers/promises';
import type { Row } from '#server/api/graphql/types.ts';
import type { Resolve } from '#server/platform/call.ts';
import type { App } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { steadyPace, type WorkPace } from '#server/platform/nodes/work-pace.ts';
import type { PostResult } from '#server/platform/outbound/post.ts';
import { attemptDelivery } from './attempt.ts';
import { disableWebhook } from './disable.ts';
import {
  claim,
  clearFailing,
  findPendingWebhooks,
  giveBack,
  holdForReply,
  noteFailing,
  storeReply,
} from './queries.ts';
import { usualWebhookTimes, type WebhookTimes, waitAfter } from './times.ts';

type Parts = Pick<App, 'config' | 'db' | 'jobs' | 'live' | 'log' | 'secrets'>;

/** Maximum number of concurrent requests per receiver. */
const sideBySide = 4;

/** Delivers webhooks, each with its own queue, so that a dead receiver delays no other. Safe to run in parallel. */
export function startWebhooks(
  app: Parts,
  times: WebhookTimes = usualWebhookTimes,
  resolve?: Resolve,
  pace: WorkPace = steadyPace,
): { stop(): Promise<void> } {
  const lanes = new Map<number, Promise<void>>();
  const end = new AbortController();
  let stopping = false;

  const deliver = async (webhook: Row<'webhooks'>, delivery: Row<'webhookDeliveries'>) => {
    const options = { timeout: times.timeout, resolve, signal: end.signal };
    const reply = await attemptDelivery(app, webhook, delivery, options);
    if (reply.error !== null && end.signal.aborted) await giveBack(app.db, delivery.id);
    else await record(app, times, delivery, reply);
    if (reply.error !== null) loop.wake(); // otherwise a resting loop would miss the time of the next attempt
  };
  const lane = async (id: number) => {
    while (!stopping) {
      const due = await claim(app.db, id, sideBySide, times.lease);
      const webhook = await app.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
      if (!due.length || !webhook) return;
      await Promise.all(due.map((delivery) => deliver(webhook, delivery)));
    }
  };
  const begin = (id: number) => {
    if (lanes.has(id)) return;
    const failed = ({ name, code }: Error & { code?: string }) =>
      app.log.warn({ event: 'webhook_lane_failed', webhook: id, error: name, code });
    lanes.set(
      id,
      lane(id)
        .catch(failed)
        .finally(() => lanes.delete(id)),
    );
  };
  const turn = async () => {
    const pending = await findPendingWebhooks(app.db);
    for (const { id, dueIn } of pending) if (dueIn <= 0) begin(id);
    const later = pending.flatMap(({ dueIn }) => (dueIn > 0 ? [dueIn] : []));
    return { isOpen: false, dueIn: later.length ? Math.min(...later) : null };
  };
  const loop = pace.loop(app.log, 'webhooks', times.poll, turn, { calm: usualTimes.slow, isWatched: true });
  const unwatch = app.live.watch('webhooks', loop.wake);
  return {
    async stop() {
      stopping = true;
      unwatch();
      await loop.stop();
      const all = Promise.all(lanes.values());
      await Promise.race([all, sleep(times.stop, undefined, { ref: false })]);
      end.abort();
      await all;
    },
  };
}

/** Stores an attempt's result and updates the state of the webhook. */
async function record(
  app: Parts,
  times: WebhookTimes,
  { id, webhookId, attempts }: Row<'webhookDeliveries'>,
  reply: PostResult,
): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const isGone = reply.error === 'gone';
    const wait = isGone ? null : waitAfter(times, attempts, reply.retryAfter);
    await holdForReply(tx, webhookId);
    if (!(await storeReply(tx, id, reply, wait))) return;
    if (reply.error === null) return clearFailing(tx, webhookId);
    const failingFor = await noteFailing(tx, webhookId);
    if (isGone) await disableWebhook(app, tx, webhookId, 'gone');
    else if (failingFor > times.giveUp) await disableWebhook(app, tx, webhookId, 'failing');
  });
}
