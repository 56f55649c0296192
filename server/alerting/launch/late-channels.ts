import { type RawBuilder, sql } from 'kysely';
import type { OpenState } from '#server/alerting/event-log/states.ts';
import { watchLeft } from '#server/alerting/messages/follow-watches.ts';
import { findDrafts, lockMessages, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { mayHaveIt } from '#server/alerting/progress/status.ts';
import type { Context, Viewer } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates, recipientStates } from '#server/platform/database/delivery-states.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publish } from '#server/platform/live/live.ts';
import { type Prepared, prepareMessages } from './prepare.ts';

interface Adding {
  reportId: number;
  /** The messages whose most common text the drafts get. */
  like: readonly number[];
  by: number | null;
}

/**
 * SQL: late channels of follow-up `f`, used by the followed reports only after its creation; for an all-clear all of
 * them, otherwise fallbacks. Without channels whose people have it, that were removed from it, or that require a
 * release.
 */
const lateChannels = (reportId: number): RawBuilder<unknown> => sql`
  select distinct on (m.channel_id) m.channel_id, m.feed_values
  from report_follow_ups f join messages m on m.report_id = f.follows_id and m.is_active
  join channels c on c.id = m.channel_id and c.is_active and not c.requires_release
  join channel_types t on t.id = c.channel_type_id and t.is_active and not t.requires_release
  where f.report_id = ${reportId} and (f.kind = 'all_clear' or m.handed_over)
    and exists (
      select 1 from message_recipients r
      where r.message_id = m.id and r.person_id is not null and (${mayHaveIt} or r.status in ${recipientStates.open})
        and not exists (
          select 1 from message_recipients got
          where got.report_id = ${reportId} and got.person_id = r.person_id
            and (got.maybe_duplicate or got.status not in ${recipientStates.unreached})))
    and not exists (select 1 from messages own where own.report_id = ${reportId} and own.channel_id = m.channel_id)
  order by m.channel_id, m.id desc`;

/** Adds drafts to a locked follow-up for its late channels; returns their ids. Released if the others are. */
export async function addLateChannels(tx: Tx, { reportId, like, by }: Adding): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (report_id, channel_id, title, content, request_answer, feed_values, inserted_by, released_by, released_at)
    select ${reportId}::int, late.channel_id, s.title, s.content, s.request_answer, late.feed_values, ${by}::int,
      case when s.status not in ${messageStates.editable} then s.released_by end,
      case when s.status not in ${messageStates.editable} then s.released_at end
    from (${lateChannels(reportId)}) late join messages s on s.id = (
      select min(id) from messages where id = any(${like}) group by title, content order by count(*) desc, min(id) limit 1)
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length) await publish(tx, { message: ids, report: [reportId] });
  return ids;
}

/**
 * Returns messages sent or released after the last stop of the report: earlier ones add no channels. Locks stoppable
 * messages, so that a stop finds additions.
 */
export async function sentSinceStop(tx: Tx, reportId: number, ids: readonly number[]): Promise<number[]> {
  await sql`
    select 1 from messages where report_id = ${reportId} and is_active and status not in ${messageStates.editable}
    order by id for no key update`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select id from messages m where id = any(${ids}) and not exists (
      select 1 from messages s
      where s.report_id = ${reportId} and s.is_active
        and greatest(s.follow_ended_at, case s.status when 'cancelled' then s.finished_at end)
          >= coalesce(m.released_at, m.waiting_since, m.launched_at))
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Prepares messages that launch without their author, with late channels of a follow-up. `late`: new messages that are
 * ready. Others launch once they reach someone.
 */
export async function prepareWithLate(
  ctx: { db: Tx; viewer: Pick<Viewer, 'id'> | null },
  messages: readonly MessageRow[],
  state: OpenState,
): Promise<Record<'prepared' | 'late', Prepared[]>> {
  const [first] = messages;
  if (!first?.isFollowUp) return { prepared: await prepareMessages(ctx, messages, state), late: [] };
  const { reportId, launchedBy: by } = first;
  const ids = messages.map(({ id }) => id);
  const added = await addLateChannels(ctx.db, { reportId, like: await sentSinceStop(ctx.db, reportId, ids), by });
  const rows = added.length ? await lockMessages(ctx.db, reportId, added) : [];
  // together, so that the first leave out the people of the others
  const all = await prepareMessages(ctx, [...messages, ...rows], state);
  const late = all.slice(messages.length);
  const left = late.filter(({ blockers }) => blockers.length === 1 && blockers[0] === 'error_no_recipients');
  await watchLeft(
    ctx.db,
    left.map(({ message }) => message.id),
    isFreed(first),
  );
  return { prepared: all.slice(0, messages.length), late: late.filter(({ blockers }) => !blockers.length) };
}

class Discarded extends Error {}

/** Runs reading work with the drafts that sending would add, and discards them. */
export async function withLateDrafts<T>(
  ctx: Context,
  drafts: readonly MessageRow[],
  work: (ctx: Context, drafts: readonly MessageRow[]) => Promise<T>,
): Promise<T> {
  const [first] = drafts;
  if (!first?.isFollowUp) return work(ctx, drafts);
  const { reportId } = first;
  const { rows } = await sql`select 1 from (${lateChannels(reportId)}) late limit 1`.execute(ctx.db);
  if (!rows.length) return work(ctx, drafts);
  let result: { value: T } | undefined;
  await inTransaction(ctx.db, async (tx) => {
    await addLateChannels(tx, { reportId, like: drafts.map(({ id }) => id), by: ctx.viewer!.id });
    result = { value: await work({ ...ctx, db: tx }, await findDrafts(tx, reportId)) };
    throw new Discarded();
  }).catch((error: unknown) => {
    if (!(error instanceof Discarded)) throw error;
  });
  return result!.value;
}

/** Returns whether it leaves without its required release. */
const isFreed = ({ requiresRelease, releasedAt }: MessageRow): boolean => requiresRelease && releasedAt === null;
