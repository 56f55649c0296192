import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { type Context, can } from '#server/platform/context.ts';

/** The maximum length of each list. */
export const longestHomeList = 20;

export async function listDrafts(ctx: Context): Promise<Row<'reports'>[]> {
  const { rows } = await sql<Row<'reports'>>`
    select r.* from reports r join events e on e.id = r.event_id
    where r.inserted_by = ${ctx.viewer!.id} and r.is_active and e.is_active
      and e.event_status_id <> (select id from event_statuses where identifier = 'archived')
      and (exists (select 1 from messages m where m.report_id = r.id and m.is_active and m.status = 'rejected')
        or not exists (select 1 from messages m where m.report_id = r.id and m.is_active and m.status <> 'draft'))
    order by r.id desc limit ${longestHomeList}`.execute(ctx.db);
  return rows;
}

/** Returns others' messages for release, oldest first. */
export async function listReleases(ctx: Context): Promise<Row<'messages'>[]> {
  if (!can(ctx, 'release_message')) return [];
  const me = ctx.viewer!.id;
  const { rows } = await sql<Row<'messages'>>`
    select m.* from messages m join reports r on r.id = m.report_id join events e on e.id = r.event_id
    where m.status = 'pending_approval' and m.is_active and r.is_active and e.is_active
      and m.inserted_by is distinct from ${me} and m.launched_by is distinct from ${me}
    order by m.id limit ${longestHomeList}`.execute(ctx.db);
  return rows;
}

/** Counts registrations for approval. */
export async function countUsersToApprove(ctx: Context): Promise<number> {
  if (!can(ctx, 'manage_user')) return 0;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users where need_approval and verified_at is not null`.execute(ctx.db);
  return rows[0]!.n;
}
