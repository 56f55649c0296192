import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { OrderInput, orderOf } from '#server/api/graphql/order.ts';
import { GroupRef, GroupTypeRef, PersonGroupRef, PersonRef } from '#server/api/graphql/types.ts';
import { rememberSearch } from '#server/api/search/remember.ts';
import { nestedCost } from '#server/contacts/nested-cost.ts';
import { limits } from '#shared/limits.ts';
import {
  listChildGroups,
  listGroups,
  listMembers,
  listPeopleBelow,
  loadParents,
  loadTotals,
  searchGroups,
} from './queries.ts';

GroupRef.implement({
  description: 'People who are called together, e.g. a staff function. Groups can have subgroups.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (group) => idOf('groups', group.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.exposeString('name', { description: 'Name shown to people.' }),
    description: t.exposeString('description', { nullable: true, description: 'The purpose of the group.' }),
    sortOrder: t.exposeInt('sortOrder', { description: 'Position among the groups at the same level.' }),
    isActive: t.exposeBoolean('isActive', { description: 'Whether it can be selected.' }),
    groupType: t.field({
      type: GroupTypeRef,
      nullable: true,
      description: 'The group type.',
      resolve: (group, _args, ctx) => loadRow(ctx, 'groupTypes', group.groupTypeId),
    }),
    parentGroup: t.field({
      type: GroupRef,
      nullable: true,
      description: 'The parent group; null at the top.',
      resolve: (group, _args, ctx) => loadRow(ctx, 'groups', group.parentGroupId),
    }),
    breadcrumb: t.field({
      type: [GroupRef],
      description: 'The groups above it, starting at the top.',
      resolve: (group, _args, ctx) => loadParents(ctx, group),
    }),
    personTotal: t.int({
      description: 'Its own people plus those of all groups below. A person in two of them counts twice.',
      resolve: async (group, _args, ctx) => (await loadTotals(ctx, group.id)).personTotal,
    }),
    hasCrisis: t.boolean({
      description: 'Whether it or a group below contains a member of the crisis team.',
      resolve: async (group, _args, ctx) => (await loadTotals(ctx, group.id)).hasCrisis,
    }),
  }),
});

builder.objectFields(GroupRef, (t) => ({
  children: t.field({
    type: connectionOf(GroupRef),
    description: 'The active groups directly below it, in their order.',
    args: pageArgs(t.arg),
    complexity: nestedCost(10),
    resolve: (group, args, ctx) => listChildGroups(ctx, group.id, args),
  }),
  listPerson: t.field({
    type: connectionOf(PersonRef),
    description: 'The distinct active people of this group and of the groups below it, by name.',
    args: pageArgs(t.arg),
    complexity: nestedCost(50),
    resolve: (group, args, ctx) => listPeopleBelow(ctx, group.id, args),
  }),
  personGroup: t.field({
    type: connectionOf(PersonGroupRef),
    description: "This group's own members in call order, without inactive people.",
    args: pageArgs(t.arg),
    complexity: nestedCost(50),
    resolve: (group, args, ctx) => listMembers(ctx, group.id, args),
  }),
}));

const orders = [{ key: 'id' }, { key: 'name', text: true }, { key: 'sortOrder' }];
const byPlace = [{ key: 'sortOrder' }, { key: 'name', text: true }];

builder.queryFields((t) => ({
  groups: t.field({
    type: connectionOf(GroupRef),
    description: 'Groups, by sortOrder and name unless you request another order.',
    authScopes: { signedIn: true },
    args: {
      ...pageArgs(t.arg, limits.groupsPage),
      order: t.arg({ type: [OrderInput], description: 'By id, name or sortOrder.' }),
      existsParentGroup: t.arg.boolean({ description: 'False: only groups at the top; true: only those below one.' }),
      isActive: t.arg.boolean({ description: 'Only active or only inactive ones.' }),
      name: t.arg.string({ description: 'Only groups whose name contains these words.' }),
      hasRoster: t.arg.boolean({
        description: 'True: only groups with shifts, or with a required person on duty at all times.',
      }),
    },
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listGroups(ctx, args, orderOf(args.order, orders, byPlace)),
  }),
  group: t.field({
    type: GroupRef,
    nullable: true,
    description: 'One group, or null if no group has this id.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'Its path or number.' }) },
    resolve: (_parent, { id }, ctx) => loadRow(ctx, 'groups', numberOf('groups', id)),
  }),
  searchGroups: t.field({
    type: connectionOf(GroupRef),
    description: "Active groups that contain the words; adds the term to the user's search history.",
    authScopes: { signedIn: true },
    args: { search: t.arg.string({ required: true, description: 'The words to search for.' }), ...pageArgs(t.arg) },
    complexity: pageCost,
    resolve: async (_parent, args, ctx) => {
      await rememberSearch(ctx, args.search);
      return searchGroups(ctx, args.search, args);
    },
  }),
}));
