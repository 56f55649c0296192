import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import {
  ChannelRef,
  EventRef,
  FileRef,
  PersonRef,
  type Row,
  SituationReportRef,
  UserRef,
} from '#server/api/graphql/types.ts';
import { loadAttachments } from './attachments.ts';
import { loadChangedFields } from './changes.ts';
import { shownData } from './guard.ts';
import { listMails, loadMailed, type Mailed } from './mail.ts';
import { loadNextDue } from './overdue.ts';
import { findSituationReport, listSituationReports } from './queries.ts';

const MailedRef = builder.objectRef<Mailed>('SituationReportMailed').implement({
  description: 'The progress of mailing the situation report, in people.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'People it was mailed to, each counted once.' }),
    sent: t.exposeInt('sent', {
      description:
        'People whose mail was sent. In a real event, mail that is only in the exercise mailbox does not count.',
    }),
    failed: t.exposeInt('failed', {
      description:
        'People whose mail was given up. In a real event, also those whose mail is only in the exercise mailbox.',
    }),
  }),
});

const MailRef = builder.objectRef<Row<'situationReportMails'>>('SituationReportMail').implement({
  description: 'The mail with a situation report to one person.',
  fields: (t) => ({
    id: t.id({ description: 'Its number.', resolve: (row) => String(row.id) }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The recipient.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'people', row.personId),
    }),
    status: t.exposeString('status', { description: 'queued, sent or failed.' }),
    way: t.exposeString('way', {
      nullable: true,
      description:
        'The way it was sent: channel, server (the mail server of the installation) or mailbox (kept for the ' +
        'exercise).',
    }),
    channel: t.field({
      type: ChannelRef,
      nullable: true,
      description: 'The channel that sent it.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'channels', row.channelId),
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it failed.' }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When it was sent.' }),
  }),
});

SituationReportRef.implement({
  description: 'The situation of an event at one moment (Lagebericht), numbered per event.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('situation_reports', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number among all situation reports.' }),
    number: t.exposeInt('number', { description: 'Its number within the event, from 1.' }),
    event: t.field({
      type: EventRef,
      description: 'The event it describes.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'events', row.eventId))!,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Its author.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.insertedBy),
    }),
    data: t.field({
      type: 'JSON',
      description: 'The values that were entered, by field.',
      resolve: (row, _args, ctx) => shownData(ctx, row),
    }),
    template: t.field({
      type: 'JSON',
      description: 'The template it was written with. Later changes to the event type do not affect it.',
      resolve: (row) => row.template,
    }),
    status: t.exposeString('status', {
      description: 'draft, in_review, approved, rejected, distributed or discarded.',
    }),
    version: t.exposeInt('version', {
      description: 'Increases with every change. Send it back when you change the report.',
    }),
    changedFields: t.stringList({
      description: 'The keys of fields that differ from the previous report; empty for the first.',
      resolve: (row, _args, ctx) => loadChangedFields(ctx, row),
    }),
    previous: t.field({
      type: SituationReportRef,
      nullable: true,
      description: 'The previous report, which provides its initial values and is the basis for comparison.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'situationReports', row.previousId),
    }),
    attachments: t.field({
      type: [FileRef],
      description: 'The attached files, which are sent with the mail.',
      resolve: (row, _args, ctx) => loadAttachments(ctx, row.id),
    }),
    pdfUrl: t.string({
      description:
        'The address of its PDF, in the language of the viewer or the one added as ?language=de or en. The request ' +
        'needs the bearer token.',
      resolve: (row) => `${idOf('situation_reports', row.id)}.pdf`,
    }),
  }),
});

builder.objectFields(SituationReportRef, (t) => ({
  submittedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who submitted it last.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.submittedBy),
  }),
  submittedAt: t.expose('submittedAt', { type: 'DateTime', nullable: true, description: 'When it was submitted.' }),
  decidedAt: t.expose('decidedAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When it was approved or rejected.',
  }),
  rejectReason: t.exposeString('rejectReason', { nullable: true, description: 'Why it was rejected.' }),
  mailed: t.field({
    type: MailedRef,
    description: 'The progress of the mailing.',
    resolve: (row, _args, ctx) => loadMailed(ctx, row.id),
  }),
  discardedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who discarded it.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.discardedBy),
  }),
  discardedAt: t.expose('discardedAt', { type: 'DateTime', nullable: true, description: 'When it was discarded.' }),
  approvedBy: t.field({
    type: UserRef,
    nullable: true,
    description: 'The user who approved it.',
    resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.approvedBy),
  }),
  mailSent: t.boolean({
    description: 'Whether mailing is complete: it was mailed, and each mail was sent or given up.',
    resolve: async (row, _args, ctx) => {
      const { total, sent, failed } = await loadMailed(ctx, row.id);
      return total > 0 && sent + failed === total;
    },
  }),
  mailSentAt: t.expose('mailSentAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the last mailing started.',
  }),
}));

builder.objectField(EventRef, 'situationReportDueAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the next situation report is due, according to the last one of the running event.',
    resolve: (row, _args, ctx) => loadNextDue(ctx, row.id),
  }),
);

builder.queryFields((t) => ({
  situationReportMails: t.field({
    type: connectionOf(MailRef),
    description: 'The mails of a situation report and their state, undelivered ones first.',
    authScopes: {
      anyFeature: ['create_situation_report_home', 'create_situation_report_event', 'approve_situation_report'],
    },
    args: { id: t.arg.id({ required: true, description: 'The situation report.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: (_parent, { id, ...args }, ctx) => listMails(ctx, numberOf('situation_reports', id), args),
  }),
  situationReports: t.field({
    type: connectionOf(SituationReportRef),
    description:
      'The situation reports of an event, newest first; those of an event made for a draft only for its author.',
    authScopes: { signedIn: true },
    args: { event: t.arg.id({ required: true, description: 'The event.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: (_parent, { event, ...args }, ctx) => listSituationReports(ctx, numberOf('events', event), args),
  }),
  allSituationReports: t.field({
    type: connectionOf(SituationReportRef),
    description: 'The situation reports of all events, newest first; those of a draft only for its author.',
    authScopes: { signedIn: true },
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listSituationReports(ctx, null, args),
  }),
  situationReport: t.field({
    type: SituationReportRef,
    nullable: true,
    description: 'A situation report; null if it does not exist or its event is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The situation report.' }) },
    resolve: (_parent, { id }, ctx) => findSituationReport(ctx.db, numberOf('situation_reports', id)),
  }),
}));
