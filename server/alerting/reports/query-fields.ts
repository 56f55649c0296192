import { loadDraftRevision } from '#server/alerting/messages/draft-revision.ts';
import { isAsked } from '#server/api/graphql/asked.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { ReportRef } from '#server/api/graphql/types.ts';
import { findReport, listReports } from './queries.ts';

builder.queryFields((t) => ({
  reports: t.field({
    type: connectionOf(ReportRef),
    description: 'The reports of an event, newest first; those of an event made for a draft only for its author.',
    authScopes: { signedIn: true },
    args: { event: t.arg.id({ required: true, description: 'The event.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: (_parent, { event, ...args }, ctx) => listReports(ctx, numberOf('events', event), args),
  }),
  allReports: t.field({
    type: connectionOf(ReportRef),
    description: 'The reports of all events, newest first; those of a draft only for its author.',
    authScopes: { signedIn: true },
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listReports(ctx, null, args),
  }),
  report: t.field({
    type: ReportRef,
    nullable: true,
    description: 'A report; null if it does not exist or is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The report.' }) },
    resolve: async (_parent, { id }, ctx, info) => {
      const number = numberOf('reports', id);
      if (isAsked(info, 'seen')) await loadDraftRevision(ctx, number); // first, so that the mark doesn't include later changes
      return findReport(ctx.db, number);
    },
  }),
}));
