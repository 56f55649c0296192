import { type RawBuilder, sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { DeadlineRow, Row } from '#server/api/graphql/types.ts';
import type { Loaders } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { remindedHours } from '#shared/deadlines.ts';

const timeZone = sql`coalesce((
  select nullif(value_str, '') from system_settings where value_key = 'time_zone'), 'Europe/Berlin')`;

const start = sql`case d.counts_from when 'KNOWLEDGE' then e.known_at when 'DISPATCH' then earlier.reported_at
  when 'END' then e.finished_at else d.fixed_at end`;

/** SQL: `d` is neither reported nor declared not required. */
export const isOpenDeadline = sql`(d.reported_at is null and d.waived_at is null)`;

/** SQL: event `e` has real deadlines; those of an exercise end with it. */
export const hasRealDeadlines = sql`(e.is_active and not e.is_prepared and (e.mode = 'LIVE' or e.is_running))`;

/**
 * SQL: deadlines `d` with `due_at`, computed at reading. Months are calendar months in the organisation's time zone:
 * one after 31 January is the last of February.
 */
export const deadlinesWithDue = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select x.*, x.reported_at is null and x.waived_at is null and x.due_at < now() as is_overdue,
    x.reported_at is null and x.waived_at is null
      and x.due_at between now() and now() + make_interval(hours => ${sql.lit(remindedHours)}) as is_due_soon
  from (
    select d.*, ((${start}) at time zone ${timeZone} + make_interval(months => coalesce(d.months, 0)))
        at time zone ${timeZone} + make_interval(hours => coalesce(d.hours, 0)) as due_at
    from deadlines d join events e on e.id = d.event_id left join deadlines earlier on earlier.id = d.after_id
    where ${where}) x)`;

/** Returns a deadline with its end, or undefined. */
export async function findDeadline(db: Db | Tx, id: number): Promise<DeadlineRow | undefined> {
  const { rows } = await sql<DeadlineRow>`
    select d.* from ${deadlinesWithDue(sql`d.id = ${id}`)} d`.execute(db);
  return rows[0];
}

/** Returns an event's deadlines by end, open-ended last. */
export async function deadlinesOf(ctx: { loaders: Loaders }, eventId: number): Promise<DeadlineRow[]> {
  const found = loader<number, DeadlineRow[]>(ctx.loaders, 'event.deadlines', async (ids, db) => {
    const { rows } = await sql<DeadlineRow>`
      select d.* from ${deadlinesWithDue(sql`d.event_id = any(${ids})`)} d
      order by d.due_at nulls last, d.id`.execute(db);
    return Map.groupBy(rows, ({ eventId: event }) => event);
  });
  return (await found.load(eventId)) ?? [];
}

/** Returns all events' open deadlines, the next first. */
export async function openDeadlines(db: Db, most: number): Promise<DeadlineRow[]> {
  const { rows } = await sql<DeadlineRow>`
    select d.* from ${deadlinesWithDue(sql`${hasRealDeadlines} and ${isOpenDeadline}`)} d
    where d.due_at is not null order by d.due_at, d.id limit ${most}`.execute(db);
  return rows;
}

/** Returns the texts added to a dispatch. */
export async function additionsOf(ctx: { loaders: Loaders }, deadlineId: number): Promise<Row<'deadlineAdditions'>[]> {
  const found = loader<number, Row<'deadlineAdditions'>[]>(ctx.loaders, 'deadline.additions', async (ids, db) => {
    const rows = await db
      .selectFrom('deadlineAdditions')
      .selectAll()
      .where('deadlineId', 'in', ids)
      .orderBy('id')
      .execute();
    return Map.groupBy(rows, ({ deadlineId: deadline }) => deadline);
  });
  return (await found.load(deadlineId)) ?? [];
}
