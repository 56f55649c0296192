import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { EventTypeRef, MailingListRef } from '#server/api/graphql/types.ts';
import { listsOfType } from './queries.ts';

builder.objectField(EventTypeRef, 'mailingLists', (t) =>
  t.field({
    type: connectionOf(MailingListRef),
    description:
      'The mailing lists that an activation of this type goes to, in their order. Inactive ones are left out.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listsOfType(ctx, row.id, args),
  }),
);
