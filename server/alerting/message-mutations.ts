import { rejectMessage, releaseMessage } from '#server/alerting/launch/release.ts';
import { retryFailedRecipients } from '#server/alerting/launch/retry.ts';
import { sendMessage, sendReport } from '#server/alerting/launch/send.ts';
import { stopMessage } from '#server/alerting/stopping/stop.ts';
import { stopAsking } from '#server/alerting/stopping/stop-asking.ts';
import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { MessageRef, ReportRef } from '#server/api/graphql/types.ts';
import { deleteMessage, updateMessage } from './drafts/edit.ts';
import { restoreMessage } from './drafts/restore.ts';
import { TextBeforeInput, textBefore } from './drafts/text-before-input.ts';
import { anyMessage, existingReport } from './messages/read.ts';
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
    args: {
      id: t.arg.id({ required: true, description: 'The message.' }),
      waitingSince: t.arg({
        type: 'DateTime',
        description: 'The `waitingSince` that was read. Refused if the message was rejected and sent again since.',
      }),
    },
    resolve: async (_parent, { id, waitingSince }, ctx) =>
      anyMessage(ctx.db, await releaseMessage(ctx, numberOf('messages', id), waitingSince)),
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
