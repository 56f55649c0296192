import { type RawBuilder, sql } from 'kysely';
import { failWithAlarm } from '#server/alerting/launch/cover-with-alarm.ts';
import { correctEnded } from '#server/alerting/stopping/finish.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Receipt } from '#server/channels/received.ts';
import { storedId, storedMoment } from '#server/channels/told.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { isOneOf, recipientSets } from '#shared/delivery-states.ts';
import { distanceOf } from './distance.ts';
import { joinParts } from './parts.ts';
import { type Moved, wakeAfter } from './wake-after.ts';

// until then, its message may still appear
const patience = '1 minute';

/** SQL: a receipt's message wasn't found in time. */
export const isStray: RawBuilder<boolean> = sql`receipts.received_at < now() - ${patience}::interval`;

/** Stores receipts once, for `applyReceipts`. A reused id replaces an old unmatched receipt. */
export async function storeReceipts(tx: Tx, channelId: number, receipts: readonly Receipt[]): Promise<void> {
  if (!receipts.length) return;
  const column = <T>(value: (receipt: Receipt) => T) => receipts.map(value);
  await sql`
    insert into receipts (channel_id, external_id, status, reason, at)
    select distinct on (external_id, status) ${channelId}::int, x.* from unnest(
      ${column((r) => storedId(r.externalId))}::text[], ${column((r) => r.status)}::text[],
      ${column((r) => r.reason ?? null)}::text[], ${column((r) => storedMoment(r.at))}::timestamptz[])
      as x (external_id, status, reason, at)
    order by x.external_id, x.status
    on conflict (channel_id, external_id, status) do update
      set reason = excluded.reason, at = excluded.at, received_at = excluded.received_at
      where ${isStray}`.execute(tx);
}

/** Of a channel's messages, of these recipients, or recent ones. */
export type Which = { channelId: number; externalIds: readonly string[] } | { recipients: readonly number[] } | Lately;

/** The last seconds. */
interface Lately {
  seconds: number;
}

/**
 * Applies and deletes stored receipts; returns the changed messages.
 * - The furthest receipt counts. A person's receipt overrides a failure.
 * - Locks rows in the order of ids. Failures wake cascades.
 * - It belongs to the newest earlier message of its id, because providers may reuse ids.
 * - During a retry, it waits for the outcome.
 */
export function applyReceipts(db: Db, which: Which): Promise<number[]> {
  return withRetries(db, async (tx) => {
    const wholes = await joinParts(tx, condition(which));
    const { rows } = await sql<Moved & { held: string }>`
      with known as materialized (
        select x.id as receipt, r.id, r.status as held, x.status, x.at,
          case when x.status in ${recipientStates.failed} then coalesce(x.reason, 'undelivered') end as reason,
          ${distanceOf(sql`x.status`)} as distance
        from receipts x join message_recipients r on r.channel_id = x.channel_id and r.external_id = x.external_id
        join messages s on s.id = r.message_id and s.launched_at < x.received_at
        where (${condition(which)} or x.external_id = any(${wholes})) and not exists (
          select 1 from message_recipients n where n.channel_id = r.channel_id and n.external_id = r.external_id
            and n.id <> r.id and coalesce(n.sent_at, n.claimed_at) > coalesce(r.sent_at, r.claimed_at))
        order by r.id, x.id for update of r, x),
      furthest as (select distinct on (id) * from known order by id, distance desc),
      done as (delete from receipts where id in (
        select k.receipt from known k join furthest f on f.id = k.id
        where k.held not in ${recipientStates.inProgress}
          or (k.held = 'retrying' and f.status in ${recipientStates.confirmed})))
      update message_recipients m set status = f.status, status_reason = f.reason,
        try_at = case when m.status = 'retrying' then null else m.try_at end,
        sent_at = coalesce(m.sent_at, case when f.status in ${recipientStates.confirmed} then clock_timestamp() end),
        delivered_at = case when f.status in ${recipientStates.confirmed}
          then coalesce(m.delivered_at, least(f.at, clock_timestamp())) else m.delivered_at end
      from furthest f
      where m.id = f.id and (${distanceOf(sql`f.status`)} > ${distanceOf(sql`m.status`)}
        or m.status = 'retrying' and f.status in ${recipientStates.confirmed})
      returning m.id, m.message_id, m.report_id, m.person_id, m.status, f.held`.execute(tx);
    await wakeAfter(tx, rows);
    const lost = await failWithAlarm(
      tx,
      rows.filter(({ status, personId }) => isOneOf(recipientSets.failed, status) && personId !== null),
    );
    const given = rows.filter(({ held }) => isOneOf(recipientSets.failed, held));
    await correctEnded(tx, [...new Set(given.map(({ messageId }) => messageId))]);
    return [...new Set([...rows.map(({ messageId }) => messageId), ...lost])];
  });
}

/** SQL: receipts of the last seconds. */
export const receivedWithin = (seconds: number): RawBuilder<boolean> =>
  sql`received_at > now() - make_interval(secs => ${seconds})`;

function condition(which: Which): RawBuilder<unknown> {
  if ('recipients' in which) return sql`r.id = any(${which.recipients})`;
  if ('seconds' in which) return receivedWithin(which.seconds);
  return sql`x.channel_id = ${which.channelId} and x.external_id = any(${which.externalIds})`;
}

/** Returns unmatched receipts, newest first. */
export function listStrayReceipts(ctx: { db: Db }, args: PageArgs): Promise<Page<Row<'receipts'>>> {
  const query = sql<Row<'receipts'>>`
    select * from receipts where ${isStray}`;
  return listPage(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
}
