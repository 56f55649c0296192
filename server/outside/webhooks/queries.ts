import { type RawBuilder, sql } from 'kysely';
import { isAboutAnswers, withoutPeople } from '#server/alerting/event-log/webhook-queue.ts';
import { isClosed } from '#server/api/by-person/closed.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { PostResult } from '#server/platform/outbound/post.ts';

/** Returns active webhooks with pending deliveries, and the milliseconds until the first of each is due. */
export async function findPendingWebhooks(db: Db): Promise<{ id: number; dueIn: number }[]> {
  const { rows } = await sql<{ id: number; dueIn: number }>`
    select w.id, extract(epoch from d.try_at - clock_timestamp())::float8 * 1000 as due_in
    from webhooks w cross join lateral (
      select try_at from webhook_deliveries
      where webhook_id = w.id and status = 'pending' and try_at is not null order by try_at limit 1) d
    where w.is_active`.execute(db);
  return rows;
}

/** SQL: works-council mode withholds ids of the stored delivery `d` now. */
export const isWithheld: RawBuilder<boolean> = sql`(${isAboutAnswers(sql`d.type`)} and not exists (
  select from events wh_e where wh_e.id = substring(d.data ->> 'event' from '[0-9]+$')::int
    and not ${isClosed(sql.ref('wh_e'), sql`d.inserted_at`)}))`;

/** Claims a webhook's oldest due deliveries for the lease, with the ids that may be sent now. */
export async function claim(
  db: Db,
  webhookId: number,
  count: number,
  lease: number,
): Promise<Row<'webhookDeliveries'>[]> {
  const { rows } = await sql<Row<'webhookDeliveries'> & { isWithheld: boolean; shown: Record<string, string> }>`
    with due as (
      select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.is_active
      where d.webhook_id = ${webhookId} and d.status = 'pending' and d.try_at <= clock_timestamp()
      order by d.id limit ${count} for update of d skip locked)
    update webhook_deliveries d
    set attempts = attempts + 1, try_at = clock_timestamp() + make_interval(secs => ${lease / 1000})
    from due where d.id = due.id
    returning d.*, ${isWithheld} as is_withheld, ${withoutPeople(sql`d.data`)} as shown`.execute(db);
  return rows
    .sort((a, b) => a.id - b.id)
    .map(({ isWithheld: withheld, shown, ...row }) => (withheld ? { ...row, data: shown } : row));
}

/** Releases an interrupted delivery. */
export async function giveBack(db: Db, id: number): Promise<void> {
  await sql`update webhook_deliveries set attempts = attempts - 1, try_at = clock_timestamp()
    where id = ${id} and status = 'pending'`.execute(db);
}

/** Locks a webhook before its deliveries. */
export async function holdForReply(tx: Tx, id: number): Promise<void> {
  await sql`select 1 from webhooks where id = ${id} for no key update`.execute(tx);
}

/** Stores a result. `wait` (milliseconds) schedules the next attempt, null ends it. Ignores ended deliveries. */
export async function storeReply(
  tx: Db | Tx,
  id: number,
  { status, error, response }: PostResult,
  wait: number | null,
): Promise<Row<'webhookDeliveries'> | undefined> {
  const state = error === null ? 'delivered' : wait === null ? 'failed' : 'pending';
  const tryAt = state === 'pending' ? sql`clock_timestamp() + make_interval(secs => ${wait! / 1000})` : sql`null`;
  const { rows } = await sql<Row<'webhookDeliveries'>>`
    update webhook_deliveries set status = ${state}, response_status = ${status}, error = ${error},
      response = ${response || null}, try_at = ${tryAt},
      delivered_at = case when ${state} = 'delivered' then clock_timestamp() end
    where id = ${id} and status = 'pending' returning *`.execute(tx);
  return rows[0];
}

/** Records that the webhook accepts deliveries again. */
export async function clearFailing(tx: Tx, id: number): Promise<void> {
  await sql`update webhooks set failing_since = null where id = ${id} and failing_since is not null`.execute(tx);
}

/** Records rejections; returns their duration in milliseconds. */
export async function noteFailing(tx: Tx, id: number): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    update webhooks set failing_since = coalesce(failing_since, clock_timestamp()) where id = ${id}
    returning extract(epoch from clock_timestamp() - failing_since)::float8 * 1000 as ms`.execute(tx);
  return rows[0]?.ms ?? 0;
}
