import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseWhileHeld } from '#server/platform/installation/held.ts';
import { publish } from '#server/platform/live/live.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { attemptDelivery } from './attempt.ts';
import { storeReply } from './queries.ts';
import { usualWebhookTimes } from './times.ts';

const testsPerMinute = 20;
type Delivery = Row<'webhookDeliveries'>;

/** Sends one `system.test` at once, even to a disabled webhook, and returns the result. */
export async function testWebhook(ctx: Context, id: number): Promise<Delivery> {
  await refuseWhileHeld(ctx.db);
  const webhook = await ctx.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst();
  if (!webhook) throw new Refusal('error_not_found');
  const allowed = await withinLimit(ctx.db, 'test_webhook', String(ctx.viewer!.id), testsPerMinute, 60);
  if (!allowed) throw new Refusal('error_too_many_requests');
  const { timeout, lease } = usualWebhookTimes;
  const { rows } = await sql<Delivery>`
    insert into webhook_deliveries (webhook_id, type, data, attempts, try_at)
    values (${id}, 'system.test', '{}', 1, clock_timestamp() + make_interval(secs => ${lease / 1000}))
    returning *`.execute(ctx.db);
  const reply = await attemptDelivery(ctx, webhook, rows[0]!, { timeout });
  const stored = await storeReply(ctx.db, rows[0]!.id, reply, null);
  if (!stored) throw new Refusal('error_not_found');
  return stored;
}

/** Sends a delivery again or now, with the same id. */
export async function replayDelivery(ctx: Context, id: number): Promise<Delivery> {
  return inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<Delivery & { isOn: boolean }>`
      update webhook_deliveries d set status = 'pending', attempts = 0, try_at = clock_timestamp(), delivered_at = null
      from webhooks w where d.id = ${id} and w.id = d.webhook_id returning d.*, w.is_active as is_on`.execute(tx);
    if (!rows[0]) throw new Refusal('error_not_found');
    const { isOn, ...delivery } = rows[0];
    if (!isOn) throw new Refusal('error_webhook_off');
    await publish(tx, { webhooks: true });
    return delivery;
  });
}

/** Deletes deliveries after 30 days. */
export async function purgeDeliveries(db: Db): Promise<void> {
  await sql`delete from webhook_deliveries where inserted_at < now() - interval '30 days'`.execute(db);
}
