import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs } from '#server/api/graphql/connection.ts';
import { GroupRef, ListGroupRef } from '#server/api/graphql/types.ts';
import { nestedCost } from '#server/contacts/nested-cost.ts';
import { listPlacesOnLists } from './queries.ts';

builder.objectFields(GroupRef, (t) => ({
  version: t.exposeInt('version', { description: 'Increases with every change that another user could overwrite.' }),
  listGroup: t.field({
    type: connectionOf(ListGroupRef),
    description: 'The active mailing lists that contain it, by name, with their stop limits.',
    args: pageArgs(t.arg),
    complexity: nestedCost(5),
    resolve: (group, args, ctx) => listPlacesOnLists(ctx, group.id, args),
  }),
}));
