import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ListGroupRef, MailingListRef } from '#server/api/graphql/types.ts';

builder.objectField(MailingListRef, 'version', (t) =>
  t.exposeInt('version', { description: 'Increases with every change that another user could overwrite.' }),
);

builder.objectField(ListGroupRef, 'mailingList', (t) =>
  t.field({
    type: MailingListRef,
    description: 'The mailing list.',
    resolve: async (row, _args, ctx) => (await loadRow(ctx, 'mailingLists', row.mailingListId))!,
  }),
);
