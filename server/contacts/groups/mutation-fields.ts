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
    description: t.string({ description: 'The purpose of the group.' }),
    sortOrder: t.int({ description: 'Position among the groups at the same level; the last one when absent.' }),
    groupType: t.id({ description: 'The group type.' }),
    parentGroup: t.id({ description: 'The parent group; none when absent. At most three levels.' }),
  }),
});

const UpdateGroupInput = builder.inputType('UpdateGroupInput', {
  description: 'Changes to a group; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The group.' }),
    version: t.int({ description: 'The version the change is based on; refused if there is a newer one.' }),
    name: t.string({ description: 'Name shown to people.' }),
    description: t.string({ description: 'The purpose of the group; null for none.' }),
    sortOrder: t.int({ description: 'Position among the groups at the same level.' }),
    groupType: t.id({ description: 'The group type; null for none.' }),
    parentGroup: t.id({ description: 'The new parent group, for the group and its subgroups; null for the top.' }),
    isActive: t.boolean({ description: 'Whether it can be selected. Switching it off is refused like deleteGroup.' }),
  }),
});

const SortedGroupInput = builder.inputType('SortedGroupInput', {
  description: 'A group in its new position.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The group.' }),
    version: t.int({ description: 'The version that was sorted; refused if there is a newer one.' }),
  }),
});

const relations = (input: { groupType?: string | null | undefined; parentGroup?: string | null | undefined }) => ({
  groupType: optionalNumberOf('group_types', input.groupType),
  parentGroup: optionalNumberOf('groups', input.parentGroup),
});

builder.mutationFields((t) => ({
  createGroup: t.field({
    type: GroupRef,
    description: 'Creates a group.',
    authScopes: { feature: 'create_group' },
    args: { input: t.arg({ type: CreateGroupInput, required: true, description: 'The group.' }) },
    resolve: (_parent, { input }, ctx) => createGroup(ctx, { ...input, ...relations(input) }),
  }),
  updateGroup: t.field({
    type: GroupRef,
    description: 'Changes or moves a group.',
    authScopes: { feature: 'edit_group' },
    args: { input: t.arg({ type: UpdateGroupInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input }, ctx) =>
      updateGroup(ctx, { ...input, ...relations(input), id: numberOf('groups', input.id) }),
  }),
  deleteGroup: t.field({
    type: GroupRef,
    description: 'Switches a group off. Refused, with names, while active lists contain it or it has active subgroups.',
    authScopes: { feature: 'delete_group' },
    args: {
      id: t.arg.id({ required: true, description: 'The group.' }),
      version: t.arg.int({ description: 'The version that was read; refused if there is a newer one.' }),
    },
    resolve: (_parent, { id, version }, ctx) => deleteGroup(ctx, numberOf('groups', id), version),
  }),
}));

builder.mutationFields((t) => ({
  addPersonToGroup: t.field({
    type: PersonGroupRef,
    description: 'Adds a person at the end of the call order. A person who is already a member keeps their position.',
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
    description: "Changes a member's position or priority.",
    authScopes: { feature: 'sort_contacts_in_group' },
    args: {
      id: t.arg.id({ required: true, description: 'The membership.' }),
      sortOrder: t.arg.int({ description: 'Position in the call order.' }),
      priorityAlert: t.arg.boolean({ description: 'Whether the person is called first and never left out.' }),
    },
    resolve: (_parent, { id, ...change }, ctx) => updatePersonGroup(ctx, numberOf('person_groups', id), change),
  }),
  removePersonFromGroup: t.field({
    type: GroupRef,
    description: 'Removes a member from the group.',
    authScopes: { feature: 'remove_contact_from_group' },
    args: { id: t.arg.id({ required: true, description: 'The membership.' }) },
    resolve: (_parent, { id }, ctx) => removePersonFromGroup(ctx, numberOf('person_groups', id)),
  }),
  sortGroup: t.field({
    type: GroupRef,
    description: "Sets the call order. Refused unless it names exactly the group's active members.",
    authScopes: { feature: 'sort_contacts_in_group' },
    args: {
      group: t.arg.id({ required: true, description: 'The group.' }),
      personGroups: t.arg.idList({ required: true, description: 'Its memberships in the new order.' }),
      version: t.arg.int({ description: 'The version that was sorted; refused if there is a newer one.' }),
    },
    resolve: (_parent, args, ctx) =>
      sortGroup(ctx, numberOf('groups', args.group), numbersOf('person_groups', args.personGroups), args.version),
  }),
  sortGroups: t.field({
    type: [GroupRef],
    description: 'Orders the subgroups of a group, or the top groups. Refused unless it names exactly the active ones.',
    authScopes: { feature: 'edit_group' },
    args: {
      parentGroup: t.arg.id({ description: 'The parent group; the top when absent.' }),
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
