import { type RawBuilder, sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { isClosed, isCouncilModeOn, isPersonClosed, isReportClosed, wasReportClosed } from './closed.ts';

/**
 * Whether the viewer sees answers, receipts, times and arrivals of single people.
 * - `open`: yes.
 * - `not_permitted`: lacks the roles; figures of at least five people.
 * - `ended`: after the event; figures of at least five people for everyone.
 */
export type PersonAccess = 'open' | 'not_permitted' | 'ended';

interface Found {
  isOn: boolean;
  isClosed: boolean;
}

type Reader = Pick<Context, 'viewer' | 'loaders'>;

const accessFrom = (ctx: Reader, found: Found | null | undefined): PersonAccess => {
  if (found?.isClosed) return 'ended';
  return !found?.isOn || can(ctx, 'view_person_answers') ? 'open' : 'not_permitted';
};

/** Returns the access to single people's data in a report. */
export async function reportAccess(ctx: Reader, reportId: number): Promise<PersonAccess> {
  const found = loader(ctx.loaders, 'byPerson.reports', async (ids: number[], db: Db) => {
    const { rows } = await sql<Found & { id: number }>`
      select k.id, ${isCouncilModeOn} as is_on, ${isReportClosed(sql`k.id`)} as is_closed
      from unnest(${ids}::int[]) as k (id)`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return accessFrom(ctx, await found.load(reportId));
}

/** Returns the access to a whole report: `ended` even if it is used again. */
export async function wholeReportAccess(ctx: Reader, reportId: number): Promise<PersonAccess> {
  const found = loader(ctx.loaders, 'byPerson.wholeReports', async (ids: number[], db: Db) => {
    const { rows } = await sql<Found & { id: number }>`
      select k.id, ${isCouncilModeOn} as is_on, ${wasReportClosed(sql`k.id`)} as is_closed
      from unnest(${ids}::int[]) as k (id)`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return accessFrom(ctx, await found.load(reportId));
}

/** Returns whether the viewer sees a recipient's data; in a reused report, only if alerted since. */
export async function isRecipientOpen(
  ctx: Reader,
  { id, reportId }: { id: number; reportId: number },
): Promise<boolean> {
  if ((await reportAccess(ctx, reportId)) !== 'open') return false;
  const closed = loader(ctx.loaders, 'byPerson.recipients', async (ids: number[], db: Db) => {
    const { rows } = await sql<{ id: number }>`
      select r.id from message_recipients r
      where r.id = any(${ids}) and ${isPersonClosed(sql`r.report_id`, sql`r.person_id`)}`.execute(db);
    return new Map(rows.map((row) => [row.id, true]));
  });
  return !(await closed.load(id));
}

/** Returns the current access to single people's data in an event. */
export const eventAccess = (ctx: Reader, eventId: number): Promise<PersonAccess> =>
  accessSince(ctx, eventId, 'byPerson.events', sql`'infinity'::timestamptz`);

/** Returns the access to a whole event: `ended` even if continued. */
export const wholeEventAccess = (ctx: Reader, eventId: number): Promise<PersonAccess> =>
  accessSince(ctx, eventId, 'byPerson.wholeEvents', sql`e.inserted_at`);

async function accessSince(ctx: Reader, id: number, name: string, moment: RawBuilder<unknown>): Promise<PersonAccess> {
  const found = loader(ctx.loaders, name, async (ids: number[], db: Db) => {
    const { rows } = await sql<Found & { id: number }>`
      select e.id, ${isCouncilModeOn} as is_on, ${isClosed(sql.ref('e'), moment)} as is_closed
      from events e where e.id = any(${ids})`.execute(db);
    return new Map(rows.map((row) => [row.id, row]));
  });
  return accessFrom(ctx, await found.load(id));
}

/** SQL: the viewer sees a person's data in a report. */
export const isPersonOpen = (
  ctx: Reader,
  report: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  can(ctx, 'view_person_answers')
    ? sql`(not ${isReportClosed(report)} and not ${isPersonClosed(report, person)})`
    : sql`not ${isCouncilModeOn}`;

/** SQL: the viewer sees single people's data in event row `event` at `moment`. */
export const isMomentOpen = (
  ctx: Reader,
  event: RawBuilder<unknown>,
  moment: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  can(ctx, 'view_person_answers') ? sql`not ${isClosed(event, moment)}` : sql`not ${isCouncilModeOn}`;

/** Returns whether the viewer corrects contact data or channels, and so sees failed addresses. */
export const mendsAddresses = (ctx: Reader): boolean =>
  can(ctx, 'manage_channel') || can(ctx, 'edit_contact') || can(ctx, 'view_person_answers');

/** Refuses a file about single people before anything shows whether its event exists. */
export async function refuseFileWithoutRight(ctx: Pick<Context, 'viewer' | 'db'>): Promise<void> {
  if (can(ctx, 'view_person_answers')) return;
  const { rows } = await sql<{ isOn: boolean }>`select ${isCouncilModeOn} as is_on`.execute(ctx.db);
  if (rows[0]!.isOn) refuseFile('not_permitted');
}

/** Refuses a file about single people that the viewer may not read. */
export function refuseFile(access: PersonAccess): void {
  if (access === 'ended') throw new Refusal('error_answers_closed');
  if (access === 'not_permitted') throw new Refusal('error_answers_not_permitted');
}
