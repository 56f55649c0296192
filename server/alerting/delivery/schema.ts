import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef, type Row } from '#server/api/graphql/types.ts';
import { listStrayReceipts } from './receipts.ts';

const StrayReceiptRef = builder.objectRef<Row<'receipts'>>('StrayReceipt').implement({
  description: 'A receipt that matches no known message; kept for 30 days.',
  fields: (t) => ({
    _id: t.exposeInt('id', { description: 'Its number.' }),
    channel: t.field({
      type: ChannelRef,
      description: 'The channel it came over.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channels', row.channelId))!,
    }),
    externalId: t.exposeString('externalId', { description: 'The provider’s id of the message.' }),
    status: t.exposeString('status', { description: 'sent, delivered, read, failed or expired.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it failed, as a reason key.' }),
    receivedAt: t.expose('receivedAt', { type: 'DateTime', description: 'When it arrived.' }),
  }),
});

builder.queryField('strayReceipts', (t) =>
  t.field({
    type: connectionOf(StrayReceiptRef),
    description: 'Receipts whose message was not found within a minute, newest first.',
    authScopes: { feature: 'manage_channel' },
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listStrayReceipts(ctx, args),
  }),
);
