import { type RawBuilder, sql } from 'kysely';
import { reportAccess } from '#server/api/by-person/access.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Context, Loaders } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { type RecipientStatus, recipientSets, recipientStatuses } from '#shared/delivery-states.ts';

/** The number of a message's recipients by status. */
export type StatusCounts = Record<RecipientStatus, number>;

const none = Object.fromEntries(recipientStatuses.map((status) => [status, 0])) as StatusCounts;

/** Counts recipients by status from maintained counts, without superseded rows. */
export async function countStatuses(db: Db | Tx, messageIds: readonly number[]): Promise<Map<number, StatusCounts>> {
  const { rows } = await sql<{ messageId: number; status: RecipientStatus; n: number }>`
    select message_id, status, sum(n) as n from message_tallies
    where message_id = any(${messageIds}) group by message_id, status`.execute(db);
  const counts = new Map(messageIds.map((id) => [id, { ...none }]));
  for (const { messageId, status, n } of rows) counts.get(messageId)![status] = n;
  return counts;
}

/** SQL: the same for one message, as JSON without missing statuses. */
export const statusCounts = (messageId: RawBuilder<unknown>): RawBuilder<Partial<StatusCounts>> => sql`(
  select coalesce(json_object_agg(t.status, t.n), '{}') from (
    select status, sum(n) as n from message_tallies where message_id = ${messageId} group by status) t)`;

export const withAllStatuses = (counts: Partial<StatusCounts>): StatusCounts => ({ ...none, ...counts });

/** SQL: recipient `r` is in reserve. */
export const inReserve = sql<boolean>`(r.status = 'pending' and r.try_at is null and not r.superseded)`;

/** SQL: `mayHaveIt` for a row of another name. */
export const mayHaveItAs = (row: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  ${row}.status in ${recipientStates.accepted} or ${row}.maybe_duplicate)`;

/**
 * SQL: recipient `r` may have the message: sent or unknown. False during sending, because the follow-up could arrive
 * first.
 */
export const mayHaveIt: RawBuilder<boolean> = mayHaveItAs(sql.ref('r'));

/** SQL: message `m` was sent to anyone. */
export const wasHandedOver = sql<boolean>`exists (
  select from message_tallies t where t.message_id = m.id and t.status in ${recipientStates.accepted}
  group by t.status having sum(t.n) > 0)`;

export async function nextSteps(db: Db, messageIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ messageId: number; at: Date }>`
    select message_id, min(try_at) as at from message_recipients
    where message_id = any(${messageIds}) and status = 'pending' and try_at is not null group by message_id`.execute(
    db,
  );
  return new Map(rows.map(({ messageId, at }) => [messageId, at]));
}

/** Counts reserve recipients by message. */
export async function countReserves(db: Db, messageIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ messageId: number; n: number }>`
    select r.message_id, count(*) as n from message_recipients r
    where r.message_id = any(${messageIds}) and ${inReserve} group by r.message_id`.execute(db);
  return new Map(rows.map(({ messageId, n }) => [messageId, n]));
}

/** SQL: the most frequent reason of message `m`'s failures. */
export const commonReason = sql<string | null>`(
  select r.status_reason from message_recipients r
  where r.message_id = m.id and not r.superseded and r.status in ${recipientStates.failed}
  group by r.status_reason order by count(*) desc limit 1)`;

export async function loadStatuses(ctx: { loaders: Loaders }, messageId: number): Promise<StatusCounts> {
  const counts = loader(ctx.loaders, 'message.statuses', (ids: number[], db) => countStatuses(db, ids));
  return (await counts.load(messageId)) ?? none;
}

/** The most addresses of fewer than five people that one message uses. */
const mostAddressesOfFew = 50;

/** Returns whether a message goes to fewer than five people, each of whom may have several addresses. */
async function isToFew(ctx: { loaders: Loaders }, messageId: number, counts: StatusCounts): Promise<boolean> {
  const total = totalOf(counts);
  if (total < smallestGroup || total > mostAddressesOfFew) return total < smallestGroup;
  const people = loader(ctx.loaders, 'message.people', async (ids: number[], db: Db) => {
    const { rows } = await sql<{ messageId: number; n: number }>`
      select message_id, count(distinct coalesce(person_id, -id)) as n from message_recipients
      where message_id = any(${ids}) and not superseded group by message_id`.execute(db);
    return new Map(rows.map(({ messageId: id, n }) => [id, n]));
  });
  return ((await people.load(messageId)) ?? 0) < smallestGroup;
}

/**
 * Loads statuses for the viewer: without receipts and answers after the event, and for viewers who don't see people if
 * the message goes to fewer than five.
 */
export async function shownStatuses(
  ctx: Context,
  { id, reportId }: { id: number; reportId: number },
): Promise<StatusCounts> {
  const [counts, access] = await Promise.all([loadStatuses(ctx, id), reportAccess(ctx, reportId)]);
  const isFew = access === 'not_permitted' && (await isToFew(ctx, id, counts));
  return access === 'ended' || isFew ? withoutReceipts(counts) : counts;
}

/** Returns the counts without receipts and answers: accepted messages count as sent, unsent ones as cancelled. */
export const withoutReceipts = (counts: StatusCounts): StatusCounts => ({
  ...counts,
  sent: sum(counts, recipientSets.accepted),
  delivered: 0,
  read: 0,
  cancelled: counts.cancelled + counts.skipped,
  skipped: 0,
});

/** Counts all recipients. */
export const totalOf = (counts: StatusCounts): number => sum(counts, recipientStatuses);

/** Recipients that have no final state yet. */
export const openOf = (counts: StatusCounts): number => sum(counts, recipientSets.open);

const sum = (counts: StatusCounts, statuses: readonly RecipientStatus[]) =>
  statuses.reduce((total, status) => total + counts[status], 0);

/** A message's progress: `total` = `handedOver` + `underWay` + `waiting` + `failed` + `unreachable` + `notSent`. */
export interface Delivery {
  total: number;
  /** Accepted, including receipts. */
  handedOver: number;
  /** With a receipt; those who read it are included. */
  delivered: number;
  read: number;
  underWay: number;
  /** In reserve or planned for a later step. */
  waiting: number;
  failed: number;
  /** No usable address, absent, or duplicate. */
  unreachable: number;
  /** No longer needed, or stopped before it left. */
  notSent: number;
}

/** The delivery of a message by the counts of its recipients. */
export const deliveryOf = (counts: StatusCounts): Delivery => ({
  total: totalOf(counts),
  handedOver: counts.sent + counts.delivered + counts.read,
  delivered: counts.delivered + counts.read,
  read: counts.read,
  underWay: counts.queued + counts.sending + counts.retrying,
  waiting: counts.pending,
  failed: counts.failed + counts.expired,
  unreachable: counts.suppressed,
  notSent: counts.skipped + counts.cancelled,
});

/** Share in a final state, rounded down: 100 means all. */
export function percentageOf(counts: StatusCounts): number {
  const total = totalOf(counts);
  return total === 0 ? 0 : Math.floor((100 * (total - openOf(counts))) / total);
}
