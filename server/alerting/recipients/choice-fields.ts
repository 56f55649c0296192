import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { GroupRef, MailingListRef, MessageRef, PersonRef } from '#server/api/graphql/types.ts';
import { listChosenGroups, listChosenLists, listChosenPeople } from './choice-queries.ts';

builder.objectFields(MessageRef, (t) => ({
  messageLists: t.field({
    type: connectionOf(MailingListRef),
    description: 'The mailing lists its author chose.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listChosenLists(ctx, row.id, args),
  }),
  messageGroups: t.field({
    type: connectionOf(GroupRef),
    description: 'The groups its author chose in addition to the lists.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listChosenGroups(ctx, row.id, args),
  }),
  messagePeople: t.field({
    type: connectionOf(PersonRef),
    description: 'The people its author chose individually.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listChosenPeople(ctx, row.id, args),
  }),
}));
