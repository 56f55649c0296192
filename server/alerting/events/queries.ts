import { type RawBuilder, sql } from 'kysely';
import { listPage, nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import { matches } from '#server/api/graphql/search.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { messageSets } from '#shared/delivery-states.ts';

const newestFirst: OrderKey[] = [{ key: 'id', direction: 'desc' }];

/** A filter of events. */
export interface EventFilter {
  isRunning?: boolean | null | undefined;
  /** Identifiers: draft, published, archived. */
  eventStatus?: readonly string[] | null | undefined;
  name?: string | null | undefined;
}

const existing = (ctx: Context) => ctx.db.selectFrom('events').selectAll('events').where('events.isActive', '=', true);

/** A draft's event is visible only to its author. */
const listed = (ctx: Context) =>
  existing(ctx).where(({ eb, or }) =>
    or([eb('events.isPrepared', '=', false), eb('events.insertedBy', '=', ctx.viewer?.id ?? null)]),
  );

/** Returns a page of events, newest first. */
export function listEvents(ctx: Context, args: PageArgs & EventFilter): Promise<Page<Row<'events'>>> {
  // depends on the viewer only if necessary, so that others share the result
  const mayBeDrafts = args.isRunning !== true && (args.eventStatus?.includes('draft') ?? true);
  let query = mayBeDrafts ? listed(ctx) : existing(ctx);
  if (typeof args.isRunning === 'boolean') query = query.where('isRunning', '=', args.isRunning);
  if (args.name?.trim()) query = query.where(({ ref }) => matches(ref('name'), args.name!));
  if (args.eventStatus) {
    const wanted = sql<number>`(select id from event_statuses where identifier = any(${args.eventStatus}))`;
    query = query.where('eventStatusId', 'in', wanted);
  }
  return listPage(ctx, args, query, newestFirst);
}

/** Searches name, description, type and location, including archived events. */
export function searchEvents(ctx: Context, search: string, args: PageArgs): Promise<Page<Row<'events'>>> {
  const text = sql`concat_ws(' ', events.name, events.description, events.place, t.name, t.name_en, l.name,
    l.address)`;
  const query = listed(ctx)
    .leftJoin('locations as l', 'l.id', 'events.locationId')
    .leftJoin('eventTypes as t', 't.id', 'events.eventTypeId')
    .where(matches(text, search));
  return listPage(ctx, args, query, newestFirst);
}

/** The maximum number of places to choose from. */
export const mostPlaces = 200;

/** Returns the organisation's locations, most recently used first. */
export async function listPlaces(ctx: Context): Promise<Row<'locations'>[]> {
  const { rows } = await sql<Row<'locations'>>`
    select l.* from locations l
    left join lateral (
      select e.id from events e where e.location_id = l.id and e.is_active and not e.is_prepared
        and not e.is_place_suggested order by e.id desc limit 1) last on true
    where l.is_active order by last.id desc nulls last, l.name limit ${mostPlaces}`.execute(ctx.db);
  return rows;
}

/** Returns a page of event statuses. */
export const listEventStatuses = (ctx: Context, args: PageArgs): Promise<Page<Row<'eventStatuses'>>> =>
  listPage(ctx, args, ctx.db.selectFrom('eventStatuses').selectAll());

/** Returns an event; null if deleted or of another user's draft. */
export async function findEvent(ctx: Context, id: number): Promise<Row<'events'> | null> {
  const event = await existing(ctx).where('id', '=', id).executeTakeFirst();
  return event && !isOthersDraft(ctx, event) ? event : null;
}

/** Returns whether an event belongs to another user's draft. */
export const isOthersDraft = ({ viewer }: Context, event: Row<'events'>): boolean =>
  event.isPrepared && event.insertedBy !== viewer?.id; // depends on the viewer only if necessary

/** Returns an event's reports, newest first. */
export function listReportsOf(ctx: Context, eventId: number, args: PageArgs): Promise<Page<Row<'reports'>>> {
  const query = (id: RawBuilder<number>) =>
    ctx.db.selectFrom('reports').selectAll().where('eventId', '=', id).where('isActive', '=', true);
  return nestedPage(ctx, 'event.reports', eventId, args, query, newestFirst);
}

/** Returns an event's launched activations, newest first. */
export function listActivationsOf(ctx: Context, eventId: number, args: PageArgs): Promise<Page<Row<'reports'>>> {
  const query = (id: RawBuilder<number>) =>
    ctx.db
      .selectFrom('reports as r')
      .innerJoin('reportTypes as t', 't.id', 'r.reportTypeId')
      .selectAll('r')
      .where('r.eventId', '=', id)
      .where('r.isActive', '=', true)
      .where('t.identifier', '=', 'activation')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('messages as m')
            .select('m.id')
            .whereRef('m.reportId', '=', 'r.id')
            .where('m.isActive', '=', true)
            .where('m.status', 'not in', messageSets.editable),
        ),
      );
  return nestedPage(ctx, 'event.activations', eventId, args, query, newestFirst);
}

/** Returns an event's situation reports, newest first. */
export function listSituationReportsOf(
  ctx: Context,
  eventId: number,
  args: PageArgs,
): Promise<Page<Row<'situationReports'>>> {
  const query = (id: RawBuilder<number>) => ctx.db.selectFrom('situationReports').selectAll().where('eventId', '=', id);
  return nestedPage(ctx, 'event.situationReports', eventId, args, query, newestFirst);
}

/** Returns an event type's active mailing lists. */
export function listsOfType(ctx: Context, eventTypeId: number, args: PageArgs): Promise<Page<Row<'mailingLists'>>> {
  const query = (id: RawBuilder<number>) =>
    ctx.db
      .selectFrom('mailingLists as l')
      .innerJoin('eventTypeMailingLists as x', 'x.mailingListId', 'l.id')
      .selectAll('l')
      .select('x.sortOrder as place')
      .where('x.eventTypeId', '=', id)
      .where('l.isActive', '=', true);
  return nestedPage(ctx, 'eventType.mailingLists', eventTypeId, args, query, [{ key: 'place' }, { key: 'id' }]);
}
