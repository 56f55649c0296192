import { sql } from 'kysely';
import { shortDetail } from '#server/channels/told.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

/** The recent results of a channel's provider. */
export interface Lately {
  /** At least one message was accepted. */
  succeeded: boolean;
  /** The reason of the last rejection. */
  failure: DeliveryReason | null;
  /** The provider's words about it. */
  detail?: string | null;
}

/** Stores when a channel last sent, and when and why it last failed. */
export async function storeHealth(db: Db, lately: ReadonlyMap<number, Lately>): Promise<void> {
  for (const [id, { succeeded, failure, detail = null }] of lately) {
    await sql`
      update channels set last_success_at = case when ${succeeded} then clock_timestamp() else last_success_at end,
        last_failure_at = case when ${failure}::text is null then last_failure_at else clock_timestamp() end,
        last_failure = coalesce(${failure}, last_failure),
        last_failure_detail = case when ${failure}::text is null then last_failure_detail else ${shortDetail(detail)} end
      where id = ${id}`.execute(db);
  }
  await publish(db, { channels: true });
}
