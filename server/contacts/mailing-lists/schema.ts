import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import {
  EventTypeRef,
  GroupRef,
  ListGroupRef,
  ListTypeRef,
  MailingListRef,
  PersonRef,
} from '#server/api/graphql/types.ts';
import { rememberSearch } from '#server/api/search/remember.ts';
import { nestedCost } from '#server/contacts/nested-cost.ts';
import { limits } from '#shared/limits.ts';
import {
  listChildLists,
  listEventTypes,
  listGroupsOfList,
  listMailingLists,
  listPeopleOfList,
  loadReach,
  loadUnreachable,
  searchMailingLists,
} from './queries.ts';

ListGroupRef.implement({
  description: 'A group on a mailing list.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('list_groups', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.groupId))!,
    }),
    stopLimit: t.exposeInt('stopLimit', {
      nullable: true,
      description: 'How many positive answers are wanted from the group and its subgroups; null for everyone.',
    }),
    onDuty: t.exposeBoolean('onDuty', {
      description: 'Whether only people currently on duty in the group and its subgroups are asked.',
    }),
    waitMinutes: t.exposeInt('waitMinutes', {
      nullable: true,
      description: 'Minutes to wait for an answer before the next person; null for the value in the settings.',
    }),
  }),
});

MailingListRef.implement({
  description: 'People, groups and other lists that receive messages together.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (list) => idOf('mailing_lists', list.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'Name shown to people.' }),
    description: t.exposeString('description', { nullable: true, description: 'The purpose of the list.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it can be selected.' }),
    listType: t.field({
      type: ListTypeRef,
      nullable: true,
      description: 'The list type.',
      resolve: (list, _args, ctx) => loadRow(ctx, 'listTypes', list.listTypeId),
    }),
    parentList: t.field({
      type: MailingListRef,
      nullable: true,
      description: 'The parent list; null at the top.',
      resolve: (list, _args, ctx) => loadRow(ctx, 'mailingLists', list.parentListId),
    }),
    personTotal: t.int({
      description: 'Number of distinct active people it reaches, including its groups and sublists.',
      resolve: async (list, _args, ctx) => (await loadReach(ctx, list.id)).personTotal,
    }),
    unreachableTotal: t.int({
      description: 'How many of these people have no address that any active channel uses.',
      resolve: (list, _args, ctx) => loadUnreachable(ctx, list.id),
    }),
    hasCrisis: t.boolean({
      description: 'Whether it reaches a member of the crisis team.',
      resolve: async (list, _args, ctx) => (await loadReach(ctx, list.id)).hasCrisis,
    }),
  }),
});

builder.objectFields(MailingListRef, (t) => ({
  children: t.field({
    type: connectionOf(MailingListRef),
    description: 'The active lists directly below it, by name.',
    args: pageArgs(t.arg),
    complexity: nestedCost(10),
    resolve: (list, args, ctx) => listChildLists(ctx, list.id, args),
  }),
  eventTypes: t.field({
    type: connectionOf(EventTypeRef),
    description: 'The active event types whose activations use it.',
    args: pageArgs(t.arg),
    complexity: nestedCost(10),
    resolve: (list, args, ctx) => listEventTypes(ctx, list.id, args),
  }),
  listPerson: t.field({
    type: connectionOf(PersonRef),
    description: 'The active people who are directly on the list, by name.',
    args: pageArgs(t.arg),
    complexity: nestedCost(50),
    resolve: (list, args, ctx) => listPeopleOfList(ctx, list.id, args),
  }),
  listGroup: t.field({
    type: connectionOf(ListGroupRef),
    description: 'The active groups on the list, in their order.',
    args: pageArgs(t.arg),
    complexity: nestedCost(10),
    resolve: (list, args, ctx) => listGroupsOfList(ctx, list.id, args),
  }),
}));

builder.queryFields((t) => ({
  mailingLists: t.field({
    type: connectionOf(MailingListRef),
    description: 'Mailing lists without a parent list, by name.',
    authScopes: { signedIn: true },
    args: {
      ...pageArgs(t.arg, limits.groupsPage),
      isActive: t.arg.boolean({ description: 'Only active or only inactive ones.' }),
      name: t.arg.string({ description: 'Only lists whose name contains these words.' }),
    },
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listMailingLists(ctx, args),
  }),
  mailingList: t.field({
    type: MailingListRef,
    nullable: true,
    description: 'One mailing list, or null if no list has this id.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'Its path or number.' }) },
    resolve: (_parent, { id }, ctx) => loadRow(ctx, 'mailingLists', numberOf('mailing_lists', id)),
  }),
  searchMailingLists: t.field({
    type: connectionOf(MailingListRef),
    description:
      "Active mailing lists of any level that contain the words; adds the term to the user's search history.",
    authScopes: { signedIn: true },
    args: { search: t.arg.string({ required: true, description: 'The words to search for.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: async (_parent, args, ctx) => {
      await rememberSearch(ctx, args.search);
      return searchMailingLists(ctx, args.search, args);
    },
  }),
}));

builder.queryField('listGroup', (t) =>
  t.field({
    type: ListGroupRef,
    nullable: true,
    description: 'One group on a mailing list.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The entry of the list.' }) },
    resolve: (_parent, { id }, ctx) => loadRow(ctx, 'listGroups', numberOf('list_groups', id)),
  }),
);
