import { isAsked } from '#server/api/graphql/asked.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { MessageRef } from '#server/api/graphql/types.ts';
import { Refusal } from '#server/platform/errors.ts';
import { following } from '#server/platform/live/topics.ts';
import { loadDraftRevision } from './messages/draft-revision.ts';
import { MessageStatusEnum } from './messages/message-type.ts';
import { listMessages, loadMessage } from './messages/read.ts';

builder.queryFields((t) => ({
  messages: t.field({
    type: connectionOf(MessageRef),
    description: 'Messages that are not deleted, newest first.',
    authScopes: { signedIn: true },
    args: {
      report: t.arg.id({ description: 'Only those of a report.' }),
      event: t.arg.id({ description: 'Only those of an event.' }),
      status: t.arg({ type: [MessageStatusEnum], description: 'Only those with this status.' }),
      ...pageArgs(t.arg),
    },
    complexity: pageCost,
    resolve: (_parent, { report, event, status, ...args }, ctx) =>
      listMessages(ctx, {
        ...args,
        report: report == null ? null : numberOf('reports', report),
        event: event == null ? null : numberOf('events', event),
        status,
      }),
  }),
  message: t.field({
    type: MessageRef,
    nullable: true,
    description: 'A message; null if it does not exist or is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: async (_parent, { id }, ctx, info) => {
      const number = numberOf('messages', id);
      const message = await loadMessage(ctx.db, number);
      if (!message || !isAsked(info, 'seen')) return message;
      await loadDraftRevision(ctx, message.reportId); // first, so that the mark doesn't include later changes
      return loadMessage(ctx.db, number);
    },
  }),
  messageStatus: t.field({
    type: MessageRef,
    nullable: true,
    description: 'The same as `message`, for polling its progress.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => loadMessage(ctx.db, numberOf('messages', id)),
  }),
  costMessage: t.field({
    type: MessageRef,
    nullable: true,
    description: 'The same as `message`, for reading its cost.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => loadMessage(ctx.db, numberOf('messages', id)),
  }),
}));

builder.subscriptionField('messageChanged', (t) =>
  t.field({
    type: MessageRef,
    description: 'The message, at once and each time it, one of its recipients or an answer changes.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    subscribe: (_parent, { id }) => following(`message:${numberOf('messages', id)}`),
    resolve: async (_topic, { id }, ctx) => {
      const message = await loadMessage(ctx.db, numberOf('messages', id));
      if (!message) throw new Refusal('error_not_found');
      return message;
    },
  }),
);
