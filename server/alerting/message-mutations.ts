import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { recordArrival } from '#server/alerting/answers/arrivals.ts';
import { setStandDown } from '#server/alerting/cascade/switch-stand-down.ts';
import { rejectMessage, releaseMessage } from '#server/alerting/launch/release.ts';
import { retryFailedRecipients } from '#server/alerting/launch/retry.ts';
import { sendMessage, sendReport } from '#server/alerting/launch/send.ts';
import {
  choiceOf,
  setMessageRecipients,
  setReportFunction,
  setReportRecipients,
} from '#server/alerting/recipients/choose-recipients.ts';
import { stopMessage } from '#server/alerting/stopping/stop.ts';
import { stopAsking } from '#server/alerting/stopping/stop-asking.ts';
import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { MessageRecipientRef, MessageRef, ReportRef } from '#server/api/graphql/types.ts';
import { deleteMessage, updateMessage } from './drafts/edit.ts';
import { restoreMessage } from './drafts/restore.ts';
import { TextBeforeInput, textBefore } from './drafts/text-before-input.ts';
import { anyMessage, anyRecipient, existingReport } from './messages/read.ts';
import { featuresFor } from './messages/report-rules.ts';

const sending = anyOf('send_message', 'send_activation_message');

const UpdateMessageInput = builder.inputType('UpdateMessageInput', {
  description: 'What changes of a draft message.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The message.' }),
    title: t.string({ description: 'Its title.' }),
    content: t.string({ description: 'Its text.' }),
    before: t.field({ type: TextBeforeInput, description: textBefore }),
    commonText: t.boolean({
      description: 'True takes the report’s title and content, as they are stored, in place of its own.',
    }),
    requestAnswer: t.boolean({ description: 'Whether recipients are asked to answer.' }),
    feedValues: t.field({ type: 'JSON', description: 'Inputs of the channel that are neither title nor content.' }),
  }),
});

const groupOf = (id: string | null | undefined): number | null => (id ? numberOf('groups', id) : null);

builder.mutationFields((t) => ({
  updateMessage: t.field({
    type: MessageRef,
    description: 'Changes a draft; one that was not released becomes a draft again.',
    authScopes: anyOf(...featuresFor('edit')),
    args: { input: t.arg({ type: UpdateMessageInput, required: true, description: 'What changes.' }) },
    resolve: async (_parent, { input }, ctx) =>
      anyMessage(ctx.db, await updateMessage(ctx, { ...input, id: numberOf('messages', input.id) })),
  }),
  setMessageRecipients: t.field({
    type: MessageRef,
    description: 'Chooses who a draft goes to; a kind that is absent stays as it is, an empty one is cleared.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      message: t.arg.id({ required: true, description: 'The message.' }),
      lists: t.arg.idList({ description: 'Mailing lists, in this order.' }),
      groups: t.arg.idList({ description: 'Groups, with the groups below them.' }),
      people: t.arg.idList({ description: 'Single people.' }),
    },
    resolve: async (_parent, { message, lists, groups, people }, ctx) => {
      const id = await setMessageRecipients(ctx, numberOf('messages', message), choiceOf({ lists, groups, people }));
      return anyMessage(ctx.db, id);
    },
  }),
  setReportRecipients: t.field({
    type: ReportRef,
    description:
      'Chooses who all drafts of a report go to that are for the same function, or for none, at once; a kind that is absent ' +
      'stays as it is, an empty one is cleared.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      lists: t.arg.idList({ description: 'Mailing lists, in this order.' }),
      groups: t.arg.idList({ description: 'Groups, with the groups below them.' }),
      people: t.arg.idList({ description: 'Single people.' }),
      forGroup: t.arg.id({
        description: 'Of the drafts that are for this function; without it, of those that are for none.',
      }),
    },
    resolve: async (_parent, { report, forGroup, ...choice }, ctx) => {
      const group = groupOf(forGroup);
      const id = await setReportRecipients(ctx, numberOf('reports', report), choiceOf(choice), group);
      return existingReport(ctx.db, id);
    },
  }),
  setReportFunction: t.field({
    type: ReportRef,
    description: 'Says for which function drafts of a report are, at once; who they go to stays as it is.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      from: t.arg.id({
        description: 'The function they were for, by its group; without it, those that were for none.',
      }),
      to: t.arg.id({ description: 'The function they are for, by its group; without it, none.' }),
    },
    resolve: async (_parent, { report, from, to }, ctx) => {
      const id = await setReportFunction(ctx, numberOf('reports', report), groupOf(from), groupOf(to));
      return existingReport(ctx.db, id);
    },
  }),
  deleteMessage: t.field({
    type: MessageRef,
    description:
      'Takes a draft out of every list; restoreMessage brings it back. An activation’s goes by delete_activation_message, ' +
      'or by its author.',
    authScopes: anyOf(...featuresFor('delete'), ...featuresFor('create')),
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await deleteMessage(ctx, numberOf('messages', id));
      return anyMessage(ctx.db, numberOf('messages', id));
    },
  }),
  restoreMessage: t.field({
    type: MessageRef,
    description:
      'Brings a draft back that deleteMessage took away, as it was: its text and inputs, whom it goes to and for which ' +
      'function. Refused where its channel has another draft by now or takes no second message, and where something of its ' +
      'report was sent or set to wait meanwhile; the same again changes nothing. By whoever may take it away, or add its channel.',
    authScopes: anyOf(...featuresFor('addChannel'), ...featuresFor('delete'), ...featuresFor('create')),
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await restoreMessage(ctx, numberOf('messages', id));
      return anyMessage(ctx.db, numberOf('messages', id));
    },
  }),
}));

builder.mutationFields((t) => {
  const launch = {
    id: t.arg.id({ required: true, description: 'What is sent.' }),
    launchKey: t.arg.string({
      required: true,
      description:
        'Chosen by the client, unique per intent: the same key again answers the first launch, sends nothing.',
    }),
    sendAt: t.arg({ type: 'DateTime', description: 'Send then; at once when absent.' }),
    withoutRelease: t.arg.boolean({
      defaultValue: false,
      description: 'Send although a release is required; only for crisis managers, and named in the log.',
    }),
  };
  return {
    sendMessage: t.field({
      type: MessageRef,
      description: 'Sends a draft. When this answers, everything that delivery needs is on disk.',
      authScopes: sending,
      args: launch,
      resolve: async (_parent, args, ctx) =>
        anyMessage(ctx.db, await sendMessage(ctx, { ...args, id: numberOf('messages', args.id) })),
    }),
    sendReport: t.field({
      type: ReportRef,
      description:
        'Sends all drafts of a report together; one that reaches nobody is removed if another reaches somebody.',
      authScopes: sending,
      args: {
        ...launch,
        seen: t.arg.string({
          description:
            'What was seen of the drafts, as the report’s `seen` marked it; refused where somebody changed them since.',
        }),
      },
      resolve: async (_parent, args, ctx) =>
        existingReport(ctx.db, await sendReport(ctx, { ...args, id: numberOf('reports', args.id) })),
    }),
    retryFailedRecipients: t.field({
      type: MessageRef,
      description: 'Sends once more to everyone it failed for, at the address they have now.',
      authScopes: sending,
      args: {
        message: t.arg.id({ required: true, description: 'The message.' }),
        launchKey: t.arg.string({ required: true, description: 'As with sendMessage.' }),
      },
      resolve: async (_parent, { message, launchKey }, ctx) =>
        anyMessage(ctx.db, await retryFailedRecipients(ctx, numberOf('messages', message), launchKey)),
    }),
  };
});

builder.mutationFields((t) => ({
  stopMessage: t.field({
    type: MessageRef,
    description:
      'Stops a message: what has not left never leaves; what is on its way just now may still arrive. One that is out and ' +
      'follows another goes to nobody else who gets that only now.',
    authScopes: { feature: 'stop_message' },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => stopMessage(ctx, numberOf('messages', id)),
  }),
  stopAsking: t.field({
    type: ReportRef,
    description: 'Asks nobody further for a report: its stop limits end. Whoever was asked stays asked.',
    authScopes: { feature: 'stop_message' },
    args: { report: t.arg.id({ required: true, description: 'The report.' }) },
    resolve: async (_parent, { report }, ctx) => {
      await stopAsking(ctx, numberOf('reports', report));
      return existingReport(ctx.db, numberOf('reports', report));
    },
  }),
  releaseMessage: t.field({
    type: MessageRef,
    description:
      'Releases a message that waits for it; never by its author. Where nobody is left to ask, it ends as failed.',
    authScopes: { feature: 'release_message' },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: async (_parent, { id }, ctx) => anyMessage(ctx.db, await releaseMessage(ctx, numberOf('messages', id))),
  }),
  rejectMessage: t.field({
    type: MessageRef,
    description: 'Gives a message that waits for release back to its author.',
    authScopes: { feature: 'release_message' },
    args: {
      id: t.arg.id({ required: true, description: 'The message.' }),
      reason: t.arg.string({ required: true, description: 'Why.' }),
    },
    resolve: async (_parent, { id, reason }, ctx) =>
      anyMessage(ctx.db, await rejectMessage(ctx, numberOf('messages', id), reason)),
  }),
}));

builder.mutationField('recordAnswer', (t) =>
  t.field({
    type: MessageRecipientRef,
    description: 'Records an answer that somebody gave in another way, e.g. by telephone.',
    authScopes: { feature: 'record_answer' },
    args: {
      recipient: t.arg.id({ required: true, description: 'Any recipient row of the person in the report.' }),
      option: t.arg.string({ required: true, description: 'Code of the answer.' }),
      minutes: t.arg.int({ description: 'In how many minutes the person comes, where the answer asks for it.' }),
      text: t.arg.string({ description: 'What the person added.' }),
    },
    resolve: async (_parent, { recipient, ...answer }, ctx) => {
      const recipientId = numberOf('message_recipients', recipient);
      await recordAnswer(ctx, { ...answer, recipientId, source: 'operator', by: ctx.viewer!.id });
      return anyRecipient(ctx.db, recipientId);
    },
  }),
);

builder.mutationField('recordArrival', (t) =>
  t.field({
    type: MessageRecipientRef,
    description: 'Records that somebody who said they come is there; the same again changes nothing.',
    authScopes: { feature: 'record_answer' },
    args: {
      recipient: t.arg.id({ required: true, description: 'Any recipient row of the person in the report.' }),
      arrived: t.arg.boolean({ defaultValue: true, description: 'False takes it back.' }),
    },
    resolve: async (_parent, { recipient, arrived }, ctx) => {
      const recipientId = numberOf('message_recipients', recipient);
      const by = ctx.viewer!.id;
      await recordArrival(ctx, { recipientId, arrived: arrived ?? true, source: 'operator', by });
      return anyRecipient(ctx.db, recipientId);
    },
  }),
);

builder.mutationField('setStandDown', (t) =>
  t.field({
    type: ReportRef,
    description:
      'Whether those who are asked and not needed are told so once the stop limits are reached. Switched off within the ' +
      'undo window it takes the notice back.',
    authScopes: anyOf(...featuresFor('edit')),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      on: t.arg.boolean({ required: true, description: 'Whether they are told.' }),
    },
    resolve: async (_parent, { report, on }, ctx) => {
      await setStandDown(ctx, numberOf('reports', report), on);
      return existingReport(ctx.db, numberOf('reports', report));
    },
  }),
);
