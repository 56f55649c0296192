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
import { listMails, loadMailed, type Mailed } from './mail.ts';
import { loadNextDue } from './overdue.ts';
import { findSituationReport, listSituationReports } from './queries.ts';

const MailedRef = builder.objectRef<Mailed>('SituationReportMailed').implement({
  description: 'How far the mailing of a situation report is, in people.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'Whom it was mailed to, each counted once.' }),
    sent: t.exposeInt('sent', {
      description: 'Whose mail is out; in earnest not what only lies in the exercise mailbox.',
    }),
    failed: t.exposeInt('failed', {
      description: 'Whose mail was given up, or in earnest got no further than the exercise mailbox.',
    }),
  }),
});

const MailRef = builder.objectRef<Row<'situationReportMails'>>('SituationReportMail').implement({
  description: 'What became of the mail with a situation report to one person.',
  fields: (t) => ({
    id: t.id({ description: 'Its number.', resolve: (row) => String(row.id) }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'Whom it is for.',
      resolve: (row, _args, ctx) => loadRow<'people', Row<'people'>>(ctx, 'people', row.personId),
    }),
    status: t.exposeString('status', { description: 'queued, sent or failed.' }),
    way: t.exposeString('way', {
      nullable: true,
      description:
        'How it went: channel, server (the mail server of the installation) or mailbox (kept for the exercise).',
    }),
    channel: t.field({
      type: ChannelRef,
      nullable: true,
      description: 'The channel it went over.',
      resolve: (row, _args, ctx) => loadRow<'channels', Row<'channels'>>(ctx, 'channels', row.channelId),
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it failed.' }),
    attempts: t.exposeInt('attempts', { description: 'How often it was tried.' }),
    sentAt: t.expose('sentAt', { type: 'DateTime', nullable: true, description: 'When it went out.' }),
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
    mailSent: t.boolean({
      description: 'Whether it was mailed, and nobody still waits for it: each mail is out or given up.',
      resolve: async (row, _args, ctx) => {
        const { total, sent, failed } = await loadMailed(ctx, row.id);
        return total > 0 && sent + failed === total;
      },
    }),
    mailSentAt: t.expose('mailSentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a mailing was begun last.',
    }),
    status: t.exposeString('status', {
      description: 'draft, in_review, approved, rejected, distributed or discarded.',
    }),
    version: t.exposeInt('version', { description: 'Goes up with every change; to be given back when changing it.' }),
    changedFields: t.stringList({
      description: 'The fields, by key, that say something else than the report before; none for the first.',
      resolve: (row, _args, ctx) => loadChangedFields(ctx, row),
    }),
    previous: t.field({
      type: SituationReportRef,
      nullable: true,
      description: 'The report it follows, which it was filled from and is compared with.',
      resolve: (row, _args, ctx) =>
        loadRow<'situationReports', Row<'situationReports'>>(ctx, 'situationReports', row.previousId),
    }),
    submittedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who submitted it last.',
      resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.submittedBy),
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
      description: 'How far the mailing is.',
      resolve: (row, _args, ctx) => loadMailed(ctx, row.id),
    }),
    discardedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who discarded it.',
      resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.discardedBy),
    }),
    discardedAt: t.expose('discardedAt', { type: 'DateTime', nullable: true, description: 'When it was discarded.' }),
    attachments: t.field({
      type: [FileRef],
      description: 'What is attached, and goes out with the mail.',
      resolve: (row, _args, ctx) => loadAttachments(ctx, row.id),
    }),
    approvedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who approved it.',
      resolve: (row, _args, ctx) => loadRow<'users', Row<'users'>>(ctx, 'users', row.approvedBy),
    }),
    pdfUrl: t.string({
      description:
        'Where its PDF is, in the language of the viewer or the one added as ?language=de or en; asking for it needs the bearer token.',
      resolve: (row) => `${idOf('situation_reports', row.id)}.pdf`,
    }),
  }),
});

builder.objectField(EventRef, 'situationReportDueAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the next situation report is due, as the last one of the running event says.',
    resolve: (row, _args, ctx) => loadNextDue(ctx, row.id),
  }),
);

builder.queryFields((t) => ({
  situationReportMails: t.field({
    type: connectionOf(MailRef),
    description: 'Whom a situation report was mailed to and what became of it; who did not get it comes first.',
    authScopes: {
      anyFeature: ['create_situation_report_home', 'create_situation_report_event', 'approve_situation_report'],
    },
    args: { id: t.arg.id({ required: true, description: 'The situation report.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: (_parent, { id, ...args }, ctx) => listMails(ctx, numberOf('situation_reports', id), args),
  }),
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
