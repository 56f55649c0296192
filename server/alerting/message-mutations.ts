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
  description: 'Changes to a draft message; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The message.' }),
    title: t.string({ description: 'Its title.' }),
    content: t.string({ description: 'Its text.' }),
    before: t.field({ type: TextBeforeInput, description: textBefore }),
    commonText: t.boolean({
      description: 'True replaces its own title and content by those stored for the report.',
    }),
    requestAnswer: t.boolean({ description: 'Whether recipients are asked to answer.' }),
    feedValues: t.field({ type: 'JSON', description: 'Values of the channel’s fields other than title and content.' }),
  }),
});

const groupOf = (id: string | null | undefined): number | null => (id ? numberOf('groups', id) : null);

builder.mutationFields((t) => ({
  updateMessage: t.field({
    type: MessageRef,
    description: 'Changes a draft. A message that was rejected becomes a draft again.',
    authScopes: anyOf(...featuresFor('edit')),
    args: { input: t.arg({ type: UpdateMessageInput, required: true, description: 'The changes.' }) },
    resolve: async (_parent, { input }, ctx) =>
      anyMessage(ctx.db, await updateMessage(ctx, { ...input, id: numberOf('messages', input.id) })),
  }),
  deleteMessage: t.field({
    type: MessageRef,
    description:
      'Deletes a draft; restoreMessage restores it. For a draft of an activation, needs delete_activation_message ' +
      'or its author.',
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
      'Restores a draft that deleteMessage removed, with its text, inputs, recipients and function. Needs the right ' +
      'to delete it or to add its channel. Refused if its channel has another draft by now or allows no second ' +
      'message, or if part of its report was sent or scheduled since. Repeating it changes nothing.',
    authScopes: anyOf(...featuresFor('addChannel'), ...featuresFor('delete'), ...featuresFor('create')),
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await restoreMessage(ctx, numberOf('messages', id));
      return anyMessage(ctx.db, numberOf('messages', id));
    },
  }),
}));

builder.mutationFields((t) => ({
  setMessageRecipients: t.field({
    type: MessageRef,
    description: 'Sets the recipients of a draft. An absent kind stays as it is; an empty one is cleared.',
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
      'Sets the recipients of all drafts of a report that are for the same function, or for none. An absent kind ' +
      'stays as it is; an empty one is cleared.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      lists: t.arg.idList({ description: 'Mailing lists, in this order.' }),
      groups: t.arg.idList({ description: 'Groups, with the groups below them.' }),
      people: t.arg.idList({ description: 'Single people.' }),
      forGroup: t.arg.id({
        description: 'Only the drafts for this function; absent: the drafts for no function.',
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
    description: 'Sets the function that drafts of a report are for. Their recipients stay as they are.',
    authScopes: anyOf('add_message_recipients', 'send_message'),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      from: t.arg.id({
        description: 'The function they were for, by its group; absent: drafts that were for none.',
      }),
      to: t.arg.id({ description: 'The function they are for, by its group; absent: none.' }),
    },
    resolve: async (_parent, { report, from, to }, ctx) => {
      const id = await setReportFunction(ctx, numberOf('reports', report), groupOf(from), groupOf(to));
      return existingReport(ctx.db, id);
    },
  }),
}));

builder.mutationFields((t) => {
  const launch = {
    id: t.arg.id({ required: true, description: 'The message or report to send.' }),
    launchKey: t.arg.string({
      required: true,
      description:
        'Chosen by the client, unique per intent. The same key again returns the first launch and sends nothing.',
    }),
    sendAt: t.arg({ type: 'DateTime', description: 'The time to send it; absent: at once.' }),
    withoutRelease: t.arg.boolean({
      defaultValue: false,
      description: 'Sends although a release is required. Only for crisis managers; recorded in the log.',
    }),
  };
  return {
    sendMessage: t.field({
      type: MessageRef,
      description: 'Sends a draft. When the response arrives, all data for the delivery is on disk.',
      authScopes: sending,
      args: launch,
      resolve: async (_parent, args, ctx) =>
        anyMessage(ctx.db, await sendMessage(ctx, { ...args, id: numberOf('messages', args.id) })),
    }),
    sendReport: t.field({
      type: ReportRef,
      description:
        'Sends all drafts of a report together. A draft without recipients is removed if another draft has recipients.',
      authScopes: sending,
      args: {
        ...launch,
        seen: t.arg.string({
          description: 'The report’s `seen` mark when the drafts were read. Refused if they were changed since.',
        }),
      },
      resolve: async (_parent, args, ctx) =>
        existingReport(ctx.db, await sendReport(ctx, { ...args, id: numberOf('reports', args.id) })),
    }),
    retryFailedRecipients: t.field({
      type: MessageRef,
      description: 'Sends again to all recipients for which delivery failed, at their current address.',
      authScopes: sending,
      args: {
        message: t.arg.id({ required: true, description: 'The message.' }),
        launchKey: t.arg.string({ required: true, description: 'See sendMessage.' }),
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
      'Stops a message. Unsent parts are not sent; a delivery in progress may still arrive. A sent follow-up no ' +
      'longer goes to people who receive the original only now.',
    authScopes: { feature: 'stop_message' },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => stopMessage(ctx, numberOf('messages', id)),
  }),
  stopAsking: t.field({
    type: ReportRef,
    description: 'Stops asking further people for a report and ends its stop limits. People who were asked stay asked.',
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
      'Releases a message that waits for release; refused for its author. If there is no one left to ask, it ends ' +
      'as failed.',
    authScopes: { feature: 'release_message' },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: async (_parent, { id }, ctx) => anyMessage(ctx.db, await releaseMessage(ctx, numberOf('messages', id))),
  }),
  rejectMessage: t.field({
    type: MessageRef,
    description: 'Rejects a message that waits for release and returns it to its author.',
    authScopes: { feature: 'release_message' },
    args: {
      id: t.arg.id({ required: true, description: 'The message.' }),
      reason: t.arg.string({ required: true, description: 'The reason.' }),
    },
    resolve: async (_parent, { id, reason }, ctx) =>
      anyMessage(ctx.db, await rejectMessage(ctx, numberOf('messages', id), reason)),
  }),
}));

builder.mutationField('recordAnswer', (t) =>
  t.field({
    type: MessageRecipientRef,
    description: 'Records an answer that a person gave in another way, e.g. by telephone.',
    authScopes: { feature: 'record_answer' },
    args: {
      recipient: t.arg.id({ required: true, description: 'Any recipient row of the person in the report.' }),
      option: t.arg.string({ required: true, description: 'Code of the answer.' }),
      minutes: t.arg.int({ description: 'In how many minutes the person comes, where the answer asks for it.' }),
      text: t.arg.string({ description: 'A comment from the person.' }),
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
    description: 'Records that a person who is coming has arrived. Repeating it changes nothing.',
    authScopes: { feature: 'record_answer' },
    args: {
      recipient: t.arg.id({ required: true, description: 'Any recipient row of the person in the report.' }),
      arrived: t.arg.boolean({ defaultValue: true, description: 'False reverts it.' }),
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
      'Sets whether asked people who are not needed are notified once the stop limits are reached. Switching it off ' +
      'within the undo window cancels the notice.',
    authScopes: anyOf(...featuresFor('edit')),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      on: t.arg.boolean({ required: true, description: 'Whether they are notified.' }),
    },
    resolve: async (_parent, { report, on }, ctx) => {
      await setStandDown(ctx, numberOf('reports', report), on);
      return existingReport(ctx.db, numberOf('reports', report));
    },
  }),
);
