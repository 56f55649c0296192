import { sql } from 'kysely';
import type { StoredSettings } from '#server/channels/settings.ts';
import { shortDetail } from '#server/channels/told.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

export interface Lately {
  /** The sending channel; results don't apply to later settings. */
  channel: StoredSettings;
  /** At least one message was accepted. */
  succeeded: boolean;
  /** The reason of the last rejection. */
  failure: DeliveryReason | null;
  /** The newest message was accepted after a rejected one. */
  endedWell?: boolean;
  /** The provider's words about it. */
  detail?: string | null;
}

const ofChannel: readonly DeliveryReason[] = [
  'channel_credentials',
  'channel_limit',
  'channel_misconfigured',
  'channel_refused',
  'channel_tls',
  'channel_unreachable',
  'connection_lost',
  'outcome_unknown',
  'speech_missing',
];

/**
 * SQL: the newest attempt over channel `c` failed because of the channel. A rejected address or text proves that it
 * works.
 */
export const failedLast = sql<boolean>`(c.last_failure_at is not null and coalesce(c.last_failure_at > c.last_success_at, true)
  and (c.last_failure is null or c.last_failure = any(${ofChannel}::text[])))`;

/** Stores a channel's last success and failure. The later of both is a millisecond after the other. */
export async function storeHealth(db: Db, lately: Iterable<Lately>): Promise<void> {
  for (const { channel, succeeded, failure, detail = null, endedWell = false } of lately) {
    const [success, rejection] = endedWell ? [1, 0] : [0, 1];
    await sql`
      update channels set
        last_success_at = case when ${succeeded} then statement_timestamp() + ${success} * interval '1 millisecond'
          else last_success_at end,
        last_failure_at = case when ${failure}::text is null then last_failure_at
          else statement_timestamp() + ${rejection} * interval '1 millisecond' end,
        last_failure = coalesce(${failure}, last_failure),
        last_failure_detail = case when ${failure}::text is null then last_failure_detail else ${shortDetail(detail)} end
      where id = ${channel.id} and settings = ${JSON.stringify(channel.settings)}::jsonb
        and secrets is not distinct from ${channel.secrets}::bytea`.execute(db);
  }
  await publish(db, { channels: true });
}
