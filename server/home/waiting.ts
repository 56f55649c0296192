import { sql } from 'kysely';
import { type Context, can } from '#server/context.ts';
import { builder } from '#server/graphql/builder.ts';
import { EventRef, MessageRef, ReportRef, type Row, SituationReportRef } from '#server/graphql/types.ts';
import { overdueSituationReports } from '#server/situation-reports/overdue.ts';
import { waitingSituationReports } from '#server/situation-reports/waiting.ts';

/** Longest list shown of each kind. */
const shown = 20;

const Waiting = builder.objectRef<object>('Waiting').implement({
  description: 'What waits for the signed-in user; empty where the user has no part in it.',
  fields: (t) => ({
    drafts: t.field({
      type: [ReportRef],
      description: 'The user’s own reports of which nothing was sent, or of which a message was rejected; at most 20.',
      resolve: (_parent, _args, ctx) => drafts(ctx),
    }),
    releases: t.field({
      type: [MessageRef],
      description: 'Messages of others that wait for a release; at most 20, the oldest first.',
      resolve: (_parent, _args, ctx) => releases(ctx),
    }),
    usersToApprove: t.int({
      description: 'How many registered people wait for approval.',
      resolve: (_parent, _args, ctx) => usersToApprove(ctx),
    }),
    overdueSituationReports: t.field({
      type: [EventRef],
      description: 'Running events whose next situation report is overdue; at most 20.',
      resolve: (_parent, _args, ctx) =>
        can(ctx, 'create_situation_report_event') ? overdueSituationReports(ctx.db, shown) : [],
    }),
    situationReports: t.field({
      type: [SituationReportRef],
      description:
        'Situation reports of others that wait for approval, and the user’s own that are unfinished; at most 20.',
      resolve: (_parent, _args, ctx) => waitingSituationReports(ctx, shown),
    }),
  }),
});

builder.queryField('waiting', (t) =>
  t.field({
    type: Waiting,
    description: 'What waits for the signed-in user, for the home page.',
    authScopes: { signedIn: true },
    resolve: () => ({}),
  }),
);

async function drafts(ctx: Context): Promise<Row<'reports'>[]> {
  const { rows } = await sql<Row<'reports'>>`
    select r.* from reports r join events e on e.id = r.event_id
    where r.inserted_by = ${ctx.viewer!.id} and r.is_active and e.is_active
      and e.event_status_id <> (select id from event_statuses where identifier = 'archived')
      and (exists (select 1 from messages m where m.report_id = r.id and m.is_active and m.status = 'rejected')
        or not exists (select 1 from messages m where m.report_id = r.id and m.is_active and m.status <> 'draft'))
    order by r.id desc limit ${shown}`.execute(ctx.db);
  return rows;
}

async function releases(ctx: Context): Promise<Row<'messages'>[]> {
  if (!can(ctx, 'release_message')) return [];
  const me = ctx.viewer!.id;
  const { rows } = await sql<Row<'messages'>>`
    select m.* from messages m join reports r on r.id = m.report_id join events e on e.id = r.event_id
    where m.status = 'pending_approval' and m.is_active and r.is_active and e.is_active
      and m.inserted_by is distinct from ${me} and m.launched_by is distinct from ${me}
    order by m.id limit ${shown}`.execute(ctx.db);
  return rows;
}

async function usersToApprove(ctx: Context): Promise<number> {
  if (!can(ctx, 'manage_user')) return 0;
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from users where need_approval and verified_at is not null`.execute(ctx.db);
  return rows[0]!.n;
}
