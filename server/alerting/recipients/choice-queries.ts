import { sql } from 'kysely';
import { nestedPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';

const chosen: OrderKey[] = [{ key: 'chosenOrder' }, { key: 'id' }];

export function listChosenLists(ctx: Context, messageId: number, args: PageArgs): Promise<Page<Row<'mailingLists'>>> {
  const query = (message: unknown) => sql<Row<'mailingLists'> & { chosenOrder: number }>`
    select l.*, x.sort_order as chosen_order from message_lists x
    join mailing_lists l on l.id = x.mailing_list_id where x.message_id = ${message}`;
  return nestedPage(ctx, 'message.lists', messageId, args, query, chosen);
}

export function listChosenGroups(ctx: Context, messageId: number, args: PageArgs): Promise<Page<Row<'groups'>>> {
  const query = (message: unknown) => sql<Row<'groups'> & { chosenOrder: number }>`
    select g.*, x.sort_order as chosen_order from message_groups x
    join groups g on g.id = x.group_id where x.message_id = ${message}`;
  return nestedPage(ctx, 'message.groups', messageId, args, query, chosen);
}

export function listChosenPeople(ctx: Context, messageId: number, args: PageArgs): Promise<Page<Row<'people'>>> {
  const query = (message: unknown) => sql<Row<'people'> & { chosenOrder: number }>`
    select p.*, x.sort_order as chosen_order from message_people x
    join people p on p.id = x.person_id where x.message_id = ${message}`;
  return nestedPage(ctx, 'message.people', messageId, args, query, chosen);
}
