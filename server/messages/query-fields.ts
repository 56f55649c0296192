import { Refusal } from '#server/errors.ts';
import { builder } from '#server/graphql/builder.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { MessageRef } from '#server/graphql/types.ts';
import { following } from '#server/live/live.ts';
import { readMessage } from './read.ts';

builder.queryFields((t) => ({
  message: t.field({
    type: MessageRef,
    nullable: true,
    description: 'A message; null when there is none or it is deleted.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => readMessage(ctx.db, numberOf('messages', id)),
  }),
  messageStatus: t.field({
    type: MessageRef,
    nullable: true,
    description: 'The same, for asking again and again how far it is.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => readMessage(ctx.db, numberOf('messages', id)),
  }),
  costMessage: t.field({
    type: MessageRef,
    nullable: true,
    description: 'The same, for asking what it cost.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    resolve: (_parent, { id }, ctx) => readMessage(ctx.db, numberOf('messages', id)),
  }),
}));

builder.subscriptionField('messageChanged', (t) =>
  t.field({
    type: MessageRef,
    description: 'The message, at once and whenever it, one of its recipients or an answer changed.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The message.' }) },
    subscribe: (_parent, { id }) => following(`message:${numberOf('messages', id)}`),
    resolve: async (_topic, { id }, ctx) => {
      const message = await readMessage(ctx.db, numberOf('messages', id));
      if (!message) throw new Refusal('error_not_found');
      return message;
    },
  }),
);
