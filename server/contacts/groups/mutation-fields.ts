import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, numbersOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { GroupRef, PersonGroupRef } from '#server/api/graphql/types.ts';
import { createGroup } from './create.ts';
import { deleteGroup } from './delete.ts';
import { addPersonToGroup, removePersonFromGroup, sortGroup, updatePersonGroup } from './members.ts';
import { sortGroups } from './sort-groups.ts';
import { updateGroup } from './update.ts';

const CreateGroupInput = builder.inputType('CreateGroupInput', {
  description: 'A new group.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name shown to people.' }),
    description: t.string({ description: 'What the group is for.' }),
    sortOrder: t.int({ description: 'Place among the groups beside it; the last one when absent.' }),
    groupType: t.id({ description: 'What kind of group it is.' }),
    parentGroup: t.id({ description: 'The group it stands below; none when absent. At most three levels.' }),
  }),
});

const UpdateGroupInput = builder.inputType('UpdateGroupInput', {
  description: 'What changes of a group.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The group.' }),
    version: t.int({ description: 'The version the change was made on; refused when there is a newer one.' }),
    name: t.string({ description: 'Name shown to people.' }),
    description: t.string({ description: 'What the group is for; null for nothing.' }),
    sortOrder: t.int({ description: 'Place among the groups beside it.' }),
    groupType: t.id({ description: 'What kind of group it is; null for none.' }),
    parentGroup: t.id({ description: 'The group to move it below, with everything below it; null for the top.' }),
    isActive: t.boolean({ description: 'Whether it can be chosen; switching off is refused like deleteGroup.' }),
  }),
});

const SortedGroupInput = builder.inputType('SortedGroupInput', {
  description: 'A group in its new place.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The group.' }),
    version: t.int({ description: 'The version that was sorted; refused when there is a newer one.' }),
  }),
});

const relations = (input: { groupType?: string | null | undefined; parentGroup?: string | null | undefined }) => ({
  groupType: optionalNumberOf('group_types', input.groupType),
  parentGroup: optionalNumberOf('groups', input.parentGroup),
});

builder.mutationFields((t) => ({
  createGroup: t.field({
    type: GroupRef,
    description: 'Makes a group.',
    authScopes: { feature: 'create_group' },
    args: { input: t.arg({ type: CreateGroupInput, required: true, description: 'The group.' }) },
    resolve: (_parent, { input }, ctx) => createGroup(ctx, { ...input, ...relations(input) }),
  }),
  updateGroup: t.field({
    type: GroupRef,
    description: 'Changes or moves a group.',
    authScopes: { feature: 'edit_group' },
    args: { input: t.arg({ type: UpdateGroupInput, required: true, description: 'What changes.' }) },
    resolve: (_parent, { input }, ctx) =>
      updateGroup(ctx, { ...input, ...relations(input), id: numberOf('groups', input.id) }),
  }),
  deleteGroup: t.field({
    type: GroupRef,
    description:
      'Switches a group off. Refused, with names, while active lists hold it or active groups stand below it.',
    authScopes: { feature: 'delete_group' },
    args: {
      id: t.arg.id({ required: true, description: 'The group.' }),
      version: t.arg.int({ description: 'The version that was looked at; refused when there is a newer one.' }),
    },
    resolve: (_parent, { id, version }, ctx) => deleteGroup(ctx, numberOf('groups', id), version),
  }),
}));

builder.mutationFields((t) => ({
  addPersonToGroup: t.field({
    type: PersonGroupRef,
    description: 'Puts a person at the end of the call order; who is a member already keeps the place.',
    authScopes: { feature: 'add_contact_to_group' },
    args: {
      group: t.arg.id({ required: true, description: 'The group.' }),
      person: t.arg.id({ required: true, description: 'The person.' }),
      priorityAlert: t.arg.boolean({ description: 'Whether the person is called first and never left out.' }),
    },
    resolve: (_parent, args, ctx) =>
      addPersonToGroup(ctx, numberOf('groups', args.group), numberOf('people', args.person), args.priorityAlert),
  }),
  updatePersonGroup: t.field({
    type: PersonGroupRef,
    description: "Changes a member's place or priority.",
    authScopes: { feature: 'sort_contacts_in_group' },
    args: {
      id: t.arg.id({ required: true, description: 'The membership.' }),
      sortOrder: t.arg.int({ description: 'Place in the call order.' }),
      priorityAlert: t.arg.boolean({ description: 'Whether the person is called first and never left out.' }),
    },
    resolve: (_parent, { id, ...change }, ctx) => updatePersonGroup(ctx, numberOf('person_groups', id), change),
  }),
  removePersonFromGroup: t.field({
    type: GroupRef,
    description: 'Takes a member out of the group.',
    authScopes: { feature: 'remove_contact_from_group' },
    args: { id: t.arg.id({ required: true, description: 'The membership.' }) },
    resolve: (_parent, { id }, ctx) => removePersonFromGroup(ctx, numberOf('person_groups', id)),
  }),
  sortGroup: t.field({
    type: GroupRef,
    description: "Sets the call order; refused unless it names exactly the group's active members.",
    authScopes: { feature: 'sort_contacts_in_group' },
    args: {
      group: t.arg.id({ required: true, description: 'The group.' }),
      personGroups: t.arg.idList({ required: true, description: 'Its memberships in the new order.' }),
      version: t.arg.int({ description: 'The version that was sorted; refused when there is a newer one.' }),
    },
    resolve: (_parent, args, ctx) =>
      sortGroup(ctx, numberOf('groups', args.group), numbersOf('person_groups', args.personGroups), args.version),
  }),
  sortGroups: t.field({
    type: [GroupRef],
    description: 'Orders the groups below a group, or at the top; refused unless it names exactly the active ones.',
    authScopes: { feature: 'edit_group' },
    args: {
      parentGroup: t.arg.id({ description: 'The group they stand below; the top when absent.' }),
      groups: t.arg({ type: [SortedGroupInput], required: true, description: 'The groups in their new order.' }),
    },
    resolve: (_parent, args, ctx) =>
      sortGroups(
        ctx,
        optionalNumberOf('groups', args.parentGroup) ?? null,
        args.groups.map(({ id, version }) => ({ id: numberOf('groups', id), version })),
      ),
  }),
}));
