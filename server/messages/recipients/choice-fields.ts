import { sql } from 'kysely';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/graphql/connection.ts';
import { nestedPage, type OrderKey } from '#server/graphql/page.ts';
import { GroupRef, MailingListRef, MessageRef, PersonRef, type Row } from '#server/graphql/types.ts';

const chosen: OrderKey[] = [{ key: 'chosenOrder' }, { key: 'id' }];

builder.objectFields(MessageRef, (t) => ({
  messageLists: t.field({
    type: connectionOf(MailingListRef),
    description: 'The mailing lists its author chose.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) =>
      nestedPage<Row<'mailingLists'>>(
        ctx,
        'message.lists',
        row.id,
        args,
        (parent) => sql`
          select l.*, x.sort_order as chosen_order from message_lists x
          join mailing_lists l on l.id = x.mailing_list_id where x.message_id = ${parent}`,
        chosen,
      ),
  }),
  messageGroups: t.field({
    type: connectionOf(GroupRef),
    description: 'The groups its author chose beside the lists.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) =>
      nestedPage<Row<'groups'>>(
        ctx,
        'message.groups',
        row.id,
        args,
        (parent) => sql`
          select g.*, x.sort_order as chosen_order from message_groups x
          join groups g on g.id = x.group_id where x.message_id = ${parent}`,
        chosen,
      ),
  }),
  messagePeople: t.field({
    type: connectionOf(PersonRef),
    description: 'The people its author chose one by one.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) =>
      nestedPage<Row<'people'>>(
        ctx,
        'message.people',
        row.id,
        args,
        (parent) => sql`
          select p.*, x.sort_order as chosen_order from message_people x
          join people p on p.id = x.person_id where x.message_id = ${parent}`,
        chosen,
      ),
  }),
}));
