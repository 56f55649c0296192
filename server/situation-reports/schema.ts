import { builder } from '../graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '../graphql/connection.ts';
import { idOf, numberOf } from '../graphql/ids.ts';
import { loadRow } from '../graphql/loaders.ts';
import { EventRef, type Row, SituationReportRef, UserRef } from '../graphql/types.ts';
import { findSituationReport, listSituationReports } from './queries.ts';

SituationReportRef.implement({
  description: 'The situation of an event at one moment (Lagebericht), numbered per event.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('situation_reports', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number among all situation reports.' }),
    number: t.exposeInt('number', { description: 'Its number within the event, from 1.' }),
    event: t.field({
      type: EventRef,
      description: 'The event it describes.',
      resolve: async (row, _args, ctx) => (await loadRow<'events', Row<'events'>>(ctx, 'events', row.eventId))!,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Its author.',
      resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.insertedBy),
    }),
    data: t.field({ type: 'JSON', description: 'What was entered, by field.', resolve: (row) => row.data }),
    template: t.field({
      type: 'JSON',
      description: 'The template it was written with; later changes of the event type do not touch it.',
      resolve: (row) => row.template,
    }),
    mailSent: t.boolean({ description: 'Whether it was mailed.', resolve: (row) => row.mailSentAt !== null }),
    mailSentAt: t.expose('mailSentAt', { type: 'DateTime', nullable: true, description: 'When it was mailed last.' }),
    status: t.exposeString('status', { description: 'draft, in_review, approved, rejected or distributed.' }),
    approvedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who approved it.',
      resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.approvedBy),
    }),
    pdfUrl: t.string({
      description: 'Where its PDF is; asking for it needs the bearer token.',
      resolve: (row) => `${idOf('situation_reports', row.id)}.pdf`,
    }),
  }),
});

builder.queryFields((t) => ({
  situationReports: t.field({
    type: connectionOf(SituationReportRef),
    description: 'The situation reports of an event, newest first.',
    authScopes: { signedIn: true },
    args: { event: t.arg.id({ required: true, description: 'The event.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: (_parent, { event, ...args }, ctx) => listSituationReports(ctx, numberOf('events', event), args),
  }),
  situationReport: t.field({
    type: SituationReportRef,
    nullable: true,
    description: 'A situation report; null when there is none or its event is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The situation report.' }) },
    resolve: (_parent, { id }, ctx) => findSituationReport(ctx.db, numberOf('situation_reports', id)),
  }),
}));
