import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { organisationZone } from '#server/alerting/event-log/organisation-zone.ts';
import { eventStateOf, holdEvent } from '#server/alerting/event-log/states.ts';
import type { DeadlineRow } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { limits } from '#shared/limits.ts';
import { findDeadline } from './due.ts';

const mostOfEvent = 50;

/** Returns and locks the deadline with its event, which may be finished or archived, but not deleted. */
export async function holdDeadline(tx: Tx, id: number): Promise<DeadlineRow> {
  const found = await tx.selectFrom('deadlines').select('eventId').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('error_not_found');
  await holdWithDeadlines(tx, found.eventId);
  await sql`select 1 from deadlines where event_id = ${found.eventId} order by id for update`.execute(tx);
  return (await findDeadline(tx, id))!;
}

async function holdWithDeadlines(tx: Tx, eventId: number): Promise<void> {
  await sql`select 1 from events where id = ${eventId} for no key update`.execute(tx);
  if ((await eventStateOf(tx, eventId)) === 'deleted') throw new Refusal('error_not_found');
}

/** Returns a deadline's reference for log entries. */
export const deadlineReference = ({ id, name, nameEn }: DeadlineRow) => ({ deadline: id, name, nameEn });

/** Notifies the pages that show an event's deadlines. */
export const announceDeadlines = (tx: Tx, eventId: number): Promise<void> =>
  publish(tx, { event: [eventId], running: true });

/** Rejects a reported or not required deadline. */
export function requireOpen({ reportedAt, waivedAt }: DeadlineRow): void {
  if (reportedAt) throw new Refusal('error_deadline_reported');
  if (waivedAt) throw new Refusal('error_deadline_waived');
}

/** Adds a deadline that an authority set. */
export async function addDeadline(
  ctx: Context,
  { eventId, dueAt, ...given }: { eventId: number; name: string; dueAt: Date },
): Promise<DeadlineRow> {
  const name = requiredText('name', given.name, limits.nameMaximum);
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, eventId);
    const { rows: counts } = await sql<{ count: number }>`
      select count(*)::int as count from deadlines where event_id = ${eventId}`.execute(tx);
    if (counts[0]!.count >= mostOfEvent) throw new Refusal('error_too_many', undefined, { most: mostOfEvent });
    const { rows } = await sql<{ id: number }>`
      insert into deadlines (event_id, name, counts_from, fixed_at) values (${eventId}, ${name}, 'FIXED', ${dueAt})
      returning id`.execute(tx);
    const row = (await findDeadline(tx, rows[0]!.id))!;
    const data = { ...deadlineReference(row), dueAt, timeZone: await organisationZone(tx) };
    await appendLog(tx, { eventId, by: ctx.viewer!.id, kind: 'deadline_added', data });
    await announceDeadlines(tx, eventId);
    return row;
  });
}

/** Corrects the time of knowledge, with a reason, before any report. */
export async function correctKnowledge(
  ctx: Context,
  { eventId, knownAt, ...given }: { eventId: number; knownAt: Date; reason: string },
): Promise<void> {
  const reason = requiredText('reason', given.reason, limits.lineMaximum);
  await inTransaction(ctx.db, async (tx) => {
    await holdWithDeadlines(tx, eventId);
    const { rows } = await sql<{ from: Date | null; isReported: boolean; isFuture: boolean; count: number }>`
      select e.known_at as from, ${knownAt}::timestamptz > clock_timestamp() as is_future,
        coalesce(bool_or(d.reported_at is not null), false) as is_reported, count(d.id)::int as count
      from events e left join deadlines d on d.event_id = e.id where e.id = ${eventId} group by e.id`.execute(tx);
    const { from, isReported, isFuture, count } = rows[0]!;
    if (count === 0) throw new Refusal('error_not_found');
    if (isReported) throw new Refusal('error_deadline_reported');
    if (isFuture) throw new Refusal('error_deadline_future', { knownAt: 'error_deadline_future' });
    if (from?.getTime() === knownAt.getTime()) return;
    await sql`update events set known_at = ${knownAt} where id = ${eventId}`.execute(tx);
    const data = { from, to: knownAt, reason, timeZone: await organisationZone(tx) };
    await appendLog(tx, { eventId, by: ctx.viewer!.id, kind: 'knowledge_corrected', data });
    await announceDeadlines(tx, eventId);
  });
}

/** Stores a report's draft unless changed since `version`. */
export async function saveDeadlineDraft(
  ctx: Context,
  { id, text, version }: { id: number; text: string; version: number },
): Promise<DeadlineRow> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await holdDeadline(tx, id);
    requireOpen(row);
    if (row.version !== version) throw new Refusal('error_changed_meanwhile');
    const draft = requiredText('text', text, limits.contentMaximum);
    await sql`update deadlines set draft = ${draft}, version = version + 1 where id = ${id}`.execute(tx);
    await announceDeadlines(tx, row.eventId);
    return (await findDeadline(tx, id))!;
  });
}

/** Declares a report not required, with a reason. */
export async function waiveDeadline(ctx: Context, id: number, given: string): Promise<DeadlineRow> {
  const reason = requiredText('reason', given, limits.lineMaximum);
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const row = await holdDeadline(tx, id);
    requireOpen(row);
    await sql`
      update deadlines set waived_at = clock_timestamp(), waived_by = ${by}, waived_reason = ${reason}
      where id = ${id}`.execute(tx);
    const data = { ...deadlineReference(row), reason };
    await appendLog(tx, { eventId: row.eventId, by, kind: 'deadline_waived', data });
    await announceDeadlines(tx, row.eventId);
    return (await findDeadline(tx, id))!;
  });
}

export async function resumeDeadline(ctx: Context, id: number): Promise<DeadlineRow> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await holdDeadline(tx, id);
    if (!row.waivedAt) return row;
    await sql`
      update deadlines set waived_at = null, waived_by = null, waived_reason = null where id = ${id}`.execute(tx);
    const { eventId } = row;
    await appendLog(tx, { eventId, by: ctx.viewer!.id, kind: 'deadline_resumed', data: deadlineReference(row) });
    await announceDeadlines(tx, eventId);
    return (await findDeadline(tx, id))!;
  });
}
