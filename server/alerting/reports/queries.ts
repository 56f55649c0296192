import { sql } from 'kysely';
import { isVisibleTo } from '#server/alerting/event-log/visible-to.ts';
import { followsAlarm, isCleared } from '#server/alerting/messages/message-rows.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { adapterFor, addressKinds, oneIsEnough } from '#server/channels/registry.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import type { FeedField } from '#shared/feed-field.ts';
import type { OfAlarm } from '#shared/permissions.ts';

/** Returns the reports of an event, or of all, newest first, if not deleted; those of a draft's event only for its author. */
export function listReports(ctx: Context, eventId: number | null, args: PageArgs): Promise<Page<Row<'reports'>>> {
  const all = existing(ctx.db).where(isVisibleTo(ctx));
  const query = eventId === null ? all : all.where('r.eventId', '=', eventId);
  return listPage(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
}

/** Returns a report; null if it or its event is deleted. */
export async function findReport(db: Db | Tx, id: number): Promise<Row<'reports'> | null> {
  return (await existing(db).where('r.id', '=', id).executeTakeFirst()) ?? null;
}

const existing = (db: Db | Tx) =>
  db
    .selectFrom('reports as r')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .selectAll('r')
    .where('r.isActive', '=', true)
    .where('e.isActive', '=', true);

/** Returns the identifier of a report type in any state, or null. */
export async function reportTypeOf(db: Db | Tx, id: number): Promise<string | null> {
  const row = await db.selectFrom('reportTypes').select('identifier').where('id', '=', id).executeTakeFirst();
  return row?.identifier ?? null;
}

interface Rights extends OfAlarm {
  isFollowUp: boolean;
  /** It or the followed report has an all-clear. */
  isCleared: boolean;
}

export async function rightsOf(db: Db | Tx, id: number): Promise<Rights> {
  const { rows } = await sql<Rights>`
    select t.identifier as report_type, ${followsAlarm(sql.ref('r.id'))} as follows_alarm,
      exists (select 1 from report_follow_ups f where f.report_id = r.id) as is_follow_up, ${isCleared(sql.ref('r.id'))} as is_cleared
    from reports r join report_types t on t.id = r.report_type_id where r.id = ${id}`.execute(db);
  return rows[0]!;
}

/** Locks a report's messages, and returns whether one was sent or scheduled. A parallel launch waits, or is visible. */
export async function lockLaunched(tx: Tx, reportId: number): Promise<boolean> {
  await sql`select 1 from reports where id = ${reportId} for no key update`.execute(tx);
  const { rows } = await sql<{ launched: boolean }>`
    select m.status not in ${messageStates.editable} and not ${withdrawn} as launched
    from messages m where m.report_id = ${reportId} and m.is_active order by m.id for no key update of m`.execute(tx);
  return rows.some(({ launched }) => launched);
}

/** Hides an event without drafts left, unless it has manual entries. */
export async function dropPrepared(tx: Tx, eventId: number): Promise<void> {
  await sql`
    update events e set is_active = false where e.id = ${eventId} and e.is_prepared
      and not exists (select 1 from reports r where r.event_id = e.id and r.is_active)
      and not exists (select 1 from situation_reports s where s.event_id = e.id)
      and not exists (select 1 from log_entries l where l.event_id = e.id and l.kind = 'note')`.execute(tx);
}

/** Returns an event type's active mailing lists, in order. */
export async function listsOfEventType(db: Db | Tx, eventTypeId: number | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.id from event_type_mailing_lists x join mailing_lists l on l.id = x.mailing_list_id
    where x.event_type_id = ${eventTypeId} and l.is_active order by x.sort_order, l.name, l.id`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns an activation's default lists: of the type it was prepared for, otherwise of its event's. */
export async function activationLists(db: Db | Tx, reportId: number): Promise<number[]> {
  const found = await db
    .selectFrom('reports as r')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .select(({ fn }) => fn.coalesce('r.eventTypeId', 'e.activationEventTypeId', 'e.eventTypeId').as('type'))
    .where('r.id', '=', reportId)
    .executeTakeFirst();
  return listsOfEventType(db, found?.type ?? null);
}

/**
 * Returns default channels: for the public those that publish (`publicChannels`), else the first working one each of
 * e-mail, SMS, voice and push, and all others to people; otherwise the exercise mailbox.
 */
export async function defaultChannels(db: Db | Tx, reportType: string): Promise<number[]> {
  const { rows } = await sql<DefaultChannel>`
    select c.id, t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active order by t.id, c.trouble is not null, c.id`.execute(db);
  const usable = rows.filter(({ type, settings }) => addressKinds(type, settings).length > 0);
  const real = usable.filter(({ type }) => type !== 'exercise');
  const isPublic = reportType === 'public_information';
  const published = isPublic ? publicChannels(rows) : [];
  const chosen = real.filter(
    ({ type }, at) => !oneIsEnough.includes(type) || real.findIndex((other) => other.type === type) === at,
  );
  const wanted = isPublic ? published : chosen;
  return (wanted.length || (isPublic && real.length) ? wanted : usable).map(({ id }) => id);
}

interface DefaultChannel {
  id: number;
  type: string;
  settings: unknown;
}

function publicChannels(channels: readonly DefaultChannel[]): DefaultChannel[] {
  return channels.filter(({ type, settings }) => {
    const adapter = publicTypes.includes(type) ? adapterFor(type, settings) : undefined;
    return adapter?.feedFields?.every((field) => !isOpen(field)) ?? adapter !== undefined;
  });
}

const publicTypes: readonly string[] = ['social_media', 'webfeed', 'cap'];
const isOpen = (field: FeedField) => 'required' in field && field.required === true && !('default' in field);

/** Returns whether a report is unchanged since its creation. */
export async function isUntouched(tx: Tx, reportId: number): Promise<boolean> {
  const { rows } = await sql`
    with made as (select xmin from reports where id = ${reportId}),
      parts as (
        select xmin from messages where report_id = ${reportId}
        union all select xmin from answer_options where report_id = ${reportId}
        union all select x.xmin from message_lists x join messages m on m.id = x.message_id where m.report_id = ${reportId}
        union all select x.xmin from message_groups x join messages m on m.id = x.message_id where m.report_id = ${reportId}
        union all select x.xmin from message_people x join messages m on m.id = x.message_id where m.report_id = ${reportId})
    select 1 from parts, made where parts.xmin <> made.xmin limit 1`.execute(tx);
  return rows.length === 0;
}
