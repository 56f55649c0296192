import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, numbersOf } from '#server/api/graphql/ids.ts';
import { SituationReportRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import type { Feature } from '#shared/permissions.ts';
import { attachToSituationReport, detachFromSituationReport } from './attachments.ts';
import { mailSituationReport } from './mail.ts';
import { type MailingReach, reachForNow } from './reach.ts';
import {
  approveSituationReport,
  rejectSituationReport,
  submitSituationReport,
  withdrawSituationReport,
} from './steps.ts';
import {
  createSituationReport,
  discardSituationReport,
  refreshSituationReportFacts,
  updateSituationReport,
} from './write.ts';

const writers: { anyFeature: readonly Feature[] } = {
  anyFeature: ['create_situation_report_home', 'create_situation_report_event'],
};
const approvers = { feature: 'approve_situation_report' } as const;

const CreateSituationReportInput = builder.inputType('CreateSituationReportInput', {
  description: 'A new situation report.',
  fields: (t) => ({
    event: t.id({ required: true, description: 'The event.' }),
    data: t.field({ type: 'JSON', description: 'Values by field, in place of those of the last report.' }),
  }),
});

const UpdateSituationReportInput = builder.inputType('UpdateSituationReportInput', {
  description: 'Changes to a situation report.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The situation report.' }),
    data: t.field({
      type: 'JSON',
      required: true,
      description: 'Values by field. Fields that are not named stay; null clears a field. Facts cannot be entered.',
    }),
    version: t.int({ description: 'The version that was read; refused if it was changed since.' }),
  }),
});

const ReachRef = builder.objectRef<MailingReach & { reachesNobody: boolean }>('SituationReportReach').implement({
  description: 'The people that mailing a situation report to lists would reach.',
  fields: (t) => ({
    people: t.int({ description: 'People who would receive it now.', resolve: ({ people }) => people.length }),
    already: t.exposeInt('already', {
      description: 'People who have received it or are about to, and receive no second one.',
    }),
    unreachable: t.exposeInt('unreachable', {
      description: 'People who cannot be mailed: no address, switched off, or opted out.',
    }),
    reachesNobody: t.exposeBoolean('reachesNobody', {
      description:
        'Whether nothing would leave the application although the event is real, because no e-mail channel is set up.',
    }),
  }),
});

builder.queryField('situationReportReach', (t) =>
  t.field({
    type: ReachRef,
    description: 'The people that mailing a situation report to these lists would reach.',
    authScopes: writers,
    args: {
      id: t.arg.id({ required: true, description: 'The situation report.' }),
      lists: t.arg.idList({ required: true, description: 'The mailing lists.' }),
    },
    resolve: (_parent, { id, lists }, ctx) =>
      reachForNow(ctx, numberOf('situation_reports', id), numbersOf('mailing_lists', lists)),
  }),
);

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The situation report.' });
  const version = t.arg.int({ description: 'The version that was read; refused if there is a newer one.' });
  return {
    createSituationReport: t.field({
      type: SituationReportRef,
      description: 'Creates a situation report, with values from the event’s last one and from facts.',
      authScopes: writers,
      args: { input: t.arg({ type: CreateSituationReportInput, required: true, description: 'The report.' }) },
      resolve: (_parent, { input }, ctx) => createSituationReport(ctx, numberOf('events', input.event), input.data),
    }),
    updateSituationReport: t.field({
      type: SituationReportRef,
      description: 'Changes a situation report that is a draft or was rejected. A rejected one becomes a draft again.',
      authScopes: writers,
      args: { input: t.arg({ type: UpdateSituationReportInput, required: true, description: 'The changes.' }) },
      resolve: (_parent, { input }, ctx) =>
        updateSituationReport(ctx, { ...input, id: numberOf('situation_reports', input.id) }),
    }),
    refreshSituationReportFacts: t.field({
      type: SituationReportRef,
      description: 'Collects the facts of a situation report again, while it is a draft or was rejected.',
      authScopes: writers,
      args: { id },
      resolve: (_parent, args, ctx) => refreshSituationReportFacts(ctx, numberOf('situation_reports', args.id)),
    }),
    submitSituationReport: t.field({
      type: SituationReportRef,
      description:
        'Submits a complete situation report for approval. After that it cannot change, including its facts.',
      authScopes: writers,
      args: { id },
      resolve: (_parent, args, ctx) => submitSituationReport(ctx, numberOf('situation_reports', args.id)),
    }),
    withdrawSituationReport: t.field({
      type: SituationReportRef,
      description: 'Withdraws a situation report from review before a decision. It becomes a draft again.',
      authScopes: writers,
      args: { id },
      resolve: (_parent, args, ctx) => withdrawSituationReport(ctx, numberOf('situation_reports', args.id)),
    }),
    discardSituationReport: t.field({
      type: SituationReportRef,
      description: 'Discards a draft, or one that was rejected. Its content is deleted, and its number stays in use.',
      authScopes: writers,
      args: { id, version },
      resolve: (_parent, args, ctx) =>
        discardSituationReport(ctx, { ...args, id: numberOf('situation_reports', args.id) }),
    }),
    attachToSituationReport: t.field({
      type: SituationReportRef,
      description:
        'Attaches a file to a draft, or one that was rejected: a PDF, which stays as it is, or a picture, which is ' +
        'encoded again without metadata. At most 5 MB each, 10 files and 10 MB together. It is sent with the mail.',
      authScopes: writers,
      args: { id, file: t.arg({ type: 'Upload', required: true, description: 'The file.' }) },
      resolve: (_parent, args, ctx) =>
        attachToSituationReport(signedIn(ctx), numberOf('situation_reports', args.id), args.file),
    }),
    detachFromSituationReport: t.field({
      type: SituationReportRef,
      description: 'Removes an attached file while the report is being written.',
      authScopes: writers,
      args: { id, file: t.arg.id({ required: true, description: 'The file.' }) },
      resolve: (_parent, args, ctx) =>
        detachFromSituationReport(signedIn(ctx), numberOf('situation_reports', args.id), numberOf('files', args.file)),
    }),
  };
});

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: 'The situation report.' });
  const version = t.arg.int({ description: 'The version that was read; refused if there is a newer one.' });
  return {
    approveSituationReport: t.field({
      type: SituationReportRef,
      description: 'Approves a situation report in review; refused for its author and for the user who submitted it.',
      authScopes: approvers,
      args: { id, version },
      resolve: (_parent, args, ctx) =>
        approveSituationReport(ctx, { ...args, id: numberOf('situation_reports', args.id) }),
    }),
    rejectSituationReport: t.field({
      type: SituationReportRef,
      description: 'Rejects a situation report in review and returns it to its author.',
      authScopes: approvers,
      args: { id, reason: t.arg.string({ required: true, description: 'The reason, for the author.' }), version },
      resolve: (_parent, { reason, ...args }, ctx) =>
        rejectSituationReport(ctx, { ...args, id: numberOf('situation_reports', args.id) }, reason),
    }),
    mailSituationReport: t.field({
      type: SituationReportRef,
      description: 'Mails an approved situation report with its PDF to the people of lists, once per person.',
      authScopes: writers,
      args: { id, lists: t.arg.idList({ required: true, description: 'The mailing lists.' }) },
      resolve: (_parent, args, ctx) =>
        mailSituationReport(ctx, numberOf('situation_reports', args.id), numbersOf('mailing_lists', args.lists)),
    }),
  };
});
