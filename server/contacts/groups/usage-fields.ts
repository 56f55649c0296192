import { sql } from 'kysely';
import { builder } from '../../graphql/builder.ts';
import { connectionOf, pageArgs } from '../../graphql/connection.ts';
import { nestedPage } from '../../graphql/page.ts';
import { GroupRef, ListGroupRef, type Row } from '../../graphql/types.ts';
import { nestedCost } from '../nested-cost.ts';

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
