import { sql } from 'kysely';
import { eventStates } from '#server/alerting/event-log/states.ts';
import { providerFor } from '#server/channels/registry.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/** A watched message of a follow-up. */
export interface Following {
  messageId: number;
  reportId: number;
  eventId: number;
}

const watchedHours = 24;

/**
 * Watches a launched follow-up's messages to people for a day: later recipients of the followed report get them, and
 * remaining drafts launch once they reach someone. Call it in the launching transaction.
 */
export async function watchFollowed(
  tx: Tx,
  reportId: number,
  messageIds: readonly number[],
  from: Date,
): Promise<void> {
  await sql`
    insert into follow_up_watches (message_id, due_at, ends_at)
    select id, ${from}::timestamptz, ${from}::timestamptz + make_interval(hours => ${watchedHours}) from messages m
    where m.id = any(${messageIds}) or m.report_id = ${reportId} and exists (
      select 1 from follow_up_watches w where w.message_id = m.id and w.due_at = 'infinity')
    on conflict (message_id) do update set due_at = excluded.due_at, ends_at = excluded.ends_at
      where follow_up_watches.due_at = 'infinity'`.execute(tx);
}

/**
 * Watches a follow-up's drafts without recipients: they launch once they have some, but not before the first of the
 * others.
 */
export async function watchLeft(tx: Tx, messageIds: readonly number[], withoutRelease: boolean): Promise<void> {
  if (!messageIds.length) return;
  await sql`
    insert into follow_up_watches as w (message_id, due_at, ends_at, without_release)
    select id, 'infinity'::timestamptz, 'infinity'::timestamptz, ${withoutRelease}::boolean from unnest(${messageIds}::int[]) as m (id)
    on conflict (message_id) do update set without_release = w.without_release or excluded.without_release`.execute(tx);
}

export async function watchLate(tx: Tx, messageIds: readonly number[], withoutRelease: boolean): Promise<void> {
  await sql`
    insert into follow_up_watches (message_id, due_at, ends_at, without_release)
    select id, clock_timestamp(), clock_timestamp() + make_interval(hours => ${watchedHours}), ${withoutRelease}::boolean
    from unnest(${messageIds}::int[]) as m (id)`.execute(tx);
}

/** Returns whether a draft may launch without its release, like the others. */
export async function isFreed(tx: Tx, messageId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from follow_up_watches where message_id = ${messageId} and without_release`.execute(tx);
  return rows.length > 0;
}

/** Returns the messages of follow-ups with a due check. */
export async function dueFollowing(db: Db): Promise<Following[]> {
  const { rows } = await sql<Following>`
    select m.id as message_id, m.report_id, p.event_id
    from follow_up_watches w join messages m on m.id = w.message_id join reports p on p.id = m.report_id
    where w.due_at <= clock_timestamp() order by m.id`.execute(db);
  return rows;
}

/** Ends watches; returns the messages. */
export async function endWatches(tx: Tx, messageIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from follow_up_watches where message_id = any(${messageIds}) returning message_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends the watches of messages launched before a moment. */
export async function endWatchesBefore(tx: Tx, before: Date): Promise<void> {
  await sql`delete from follow_up_watches where ends_at < ${before}::timestamptz + make_interval(hours => ${watchedHours})`.execute(
    tx,
  );
}

/** Ends watches of drafts, which their author must send. */
export async function endWatchesOfDrafts(tx: Tx, reportIds: readonly number[]): Promise<void> {
  await sql`
    delete from follow_up_watches w using messages m
    where m.id = w.message_id and m.status = 'draft' and m.report_id = any(${reportIds})`.execute(tx);
}

/**
 * Returns the ends of watches while late recipients are possible: not in a finished event (except for an all-clear) or
 * on a silent channel.
 */
export async function watchedUntil(db: Db, messageIds: readonly number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; until: Date; channelType: string; channelSettings: unknown }>`
    select w.message_id as id, w.ends_at as until, ct.identifier as channel_type, c.settings as channel_settings
    from follow_up_watches w join messages m on m.id = w.message_id join reports p on p.id = m.report_id
    join report_types t on t.id = p.report_type_id
    join channels c on c.id = m.channel_id and c.is_active
    join channel_types ct on ct.id = c.channel_type_id and ct.is_active
    where w.message_id = any(${messageIds}) and w.due_at < 'infinity'
      and (m.status <> 'draft' or w.without_release or m.released_at is not null
        or not (t.requires_release or c.requires_release or ct.requires_release))
      and exists (
        select 1 from events where id = p.event_id
          and (${eventStates.running} or ${eventStates.draft} or ${eventStates.finished} and t.identifier = 'all_clear'))
      and exists (
      select 1 from report_follow_ups f join message_recipients r on r.report_id = f.follows_id
      where f.report_id = m.report_id and not r.superseded and not r.maybe_duplicate
        and r.status in ${recipientStates.openOrFailed})`.execute(db);
  return new Map(
    rows.filter((one) => providerFor(one.channelType, one.channelSettings)).map(({ id, until }) => [id, until]),
  );
}
