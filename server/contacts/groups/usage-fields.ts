import { sql } from 'kysely';
import { nestedCost } from '#server/contacts/nested-cost.ts';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf, pageArgs } from '#server/graphql/connection.ts';
import { nestedPage } from '#server/graphql/page.ts';
import { GroupRef, ListGroupRef, type Row } from '#server/graphql/types.ts';

builder.objectFields(GroupRef, (t) => ({
  version: t.exposeInt('version', { description: 'Grows with every change that another could overwrite.' }),
  listGroup: t.field({
    type: connectionOf(ListGroupRef),
    description: 'The active mailing lists it stands on, by name, with their stop limits.',
    args: pageArgs(t.arg),
    complexity: nestedCost(5),
    resolve: (group, args, ctx) =>
      nestedPage<Row<'listGroups'>>(
        ctx,
        'group.listGroup',
        group.id,
        args,
        (id) => sql`
          select lg.*, l.name as list_name from list_groups lg
          join mailing_lists l on l.id = lg.mailing_list_id and l.is_active where lg.group_id = ${id}`,
        [{ key: 'listName', text: true }, { key: 'id' }],
      ),
  }),
}));
