import { openDeadlines } from '#server/alerting/deadlines/due.ts';
import { countWithoutEvent } from '#server/alerting/inbox/waiting.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { DeadlineRef, EventRef, MessageRef, ReportRef, SituationReportRef } from '#server/api/graphql/types.ts';
import { can } from '#server/platform/context.ts';
import { overdueSituationReports } from '#server/records/situation-reports/overdue.ts';
import { waitingSituationReports } from '#server/records/situation-reports/waiting.ts';
import { countUsersToApprove, listDrafts, listReleases, longestHomeList } from './queries.ts';

const Waiting = builder.objectRef<object>('Waiting').implement({
  description: 'The open work of the signed-in user; empty in areas the user has no part in.',
  fields: (t) => ({
    drafts: t.field({
      type: [ReportRef],
      description: 'The user’s own reports that were not sent at all, or that have a rejected message; at most 20.',
      resolve: (_parent, _args, ctx) => listDrafts(ctx),
    }),
    releases: t.field({
      type: [MessageRef],
      description: 'Messages of others that wait for release; at most 20, the oldest first.',
      resolve: (_parent, _args, ctx) => listReleases(ctx),
    }),
    usersToApprove: t.int({
      description: 'How many registered people wait for approval.',
      resolve: (_parent, _args, ctx) => countUsersToApprove(ctx),
    }),
    repliesWithoutEvent: t.int({
      description: 'How many replies that belong to no event are waiting for an operator.',
      resolve: (_parent, _args, ctx) => (can(ctx, 'record_answer') ? countWithoutEvent(ctx.db) : 0),
    }),
    overdueSituationReports: t.field({
      type: [EventRef],
      description: 'Running events whose next situation report is overdue; at most 20.',
      resolve: (_parent, _args, ctx) =>
        can(ctx, 'create_situation_report_event') ? overdueSituationReports(ctx.db, longestHomeList) : [],
    }),
    deadlines: t.field({
      type: [DeadlineRef],
      description: 'Open deadlines of all events, also of finished and archived ones; at most 20, the next one first.',
      resolve: (_parent, _args, ctx) => (can(ctx, 'edit_event') ? openDeadlines(ctx.db, longestHomeList) : []),
    }),
    situationReports: t.field({
      type: [SituationReportRef],
      description:
        'Situation reports of others that wait for approval, and the user’s own that are unfinished; at most 20.',
      resolve: (_parent, _args, ctx) => waitingSituationReports(ctx, longestHomeList),
    }),
  }),
});

builder.queryField('waiting', (t) =>
  t.field({
    type: Waiting,
    description: 'The open work of the signed-in user, for the home page.',
    authScopes: { signedIn: true },
    resolve: () => ({}),
  }),
);
