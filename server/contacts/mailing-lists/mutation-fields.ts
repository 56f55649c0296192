import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, numbersOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { ListGroupRef, MailingListRef } from '#server/api/graphql/types.ts';
import { createCrisisTeamList, createMailingList } from './create.ts';
import { deleteMailingList } from './delete.ts';
import { addToMailingList, removeFromMailingList } from './members.ts';
import { type ListAction, listFeature } from './rights.ts';
import { setStopLimit } from './stop-limit.ts';
import { updateMailingList } from './update.ts';

const CreateMailingListInput = builder.inputType('CreateMailingListInput', {
  description: 'A new mailing group (at the top) or mailing list (below another one).',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name shown to people.' }),
    description: t.string({ description: 'The purpose of the list.' }),
    listType: t.id({ description: 'The list type.' }),
    parentList: t.id({ description: 'The parent list; none when absent. At most five levels.' }),
    eventTypes: t.idList({ description: 'Event types whose activations use it.' }),
  }),
});

const UpdateMailingListInput = builder.inputType('UpdateMailingListInput', {
  description: 'Changes to a mailing list; absent fields stay as they are.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The list.' }),
    version: t.int({ description: 'The version the change is based on; refused if there is a newer one.' }),
    name: t.string({ description: 'Name shown to people.' }),
    description: t.string({ description: 'The purpose of the list; null for none.' }),
    listType: t.id({ description: 'The list type; null for none.' }),
    parentList: t.id({ description: 'The new parent list, for the list and its sublists; null for the top.' }),
    eventTypes: t.idList({ description: 'All active event types whose activations use it after the change.' }),
    isActive: t.boolean({
      description: 'Whether it can be selected. Switching it off is refused like deleteMailingList.',
    }),
  }),
});

type Input = { listType?: string | null; parentList?: string | null; eventTypes?: readonly string[] | null };
const relations = ({ listType, parentList, eventTypes }: { [Key in keyof Input]: Input[Key] | undefined }) => ({
  listType: optionalNumberOf('list_types', listType),
  parentList: optionalNumberOf('mailing_lists', parentList),
  eventTypes: eventTypes ? numbersOf('event_types', eventTypes) : undefined,
});

// the verb checks the list's level
const onEither = (action: ListAction) => ({
  anyFeature: [listFeature(action, true), listFeature(action, false)] as const,
});

builder.mutationFields((t) => ({
  createMailingList: t.field({
    type: MailingListRef,
    description:
      'Creates a mailing list. At the top it needs create_mailing_group, below another list create_mailing_list.',
    authScopes: onEither('create'),
    args: { input: t.arg({ type: CreateMailingListInput, required: true, description: 'The list.' }) },
    resolve: (_parent, { input }, ctx) => createMailingList(ctx, { ...input, ...relations(input) }),
  }),
  createCrisisTeamList: t.field({
    type: MailingListRef,
    description: 'Creates a mailing list of the whole crisis team, which all active event types alert.',
    authScopes: { feature: 'create_mailing_group' },
    args: { name: t.arg.string({ required: true, description: 'Name of the list.' }) },
    resolve: (_parent, { name }, ctx) => createCrisisTeamList(ctx, name),
  }),
  updateMailingList: t.field({
    type: MailingListRef,
    description: 'Changes or moves a mailing list.',
    authScopes: onEither('edit'),
    args: { input: t.arg({ type: UpdateMailingListInput, required: true, description: 'The changes.' }) },
    resolve: (_parent, { input }, ctx) =>
      updateMailingList(ctx, { ...input, ...relations(input), id: numberOf('mailing_lists', input.id) }),
  }),
  deleteMailingList: t.field({
    type: MailingListRef,
    description: 'Switches a list off. Refused, with names, while active event types use it or it has active sublists.',
    authScopes: onEither('delete'),
    args: {
      id: t.arg.id({ required: true, description: 'The list.' }),
      version: t.arg.int({ description: 'The version that was read; refused if there is a newer one.' }),
    },
    resolve: (_parent, { id, version }, ctx) => deleteMailingList(ctx, numberOf('mailing_lists', id), version),
  }),
}));

builder.mutationFields((t) => {
  const members = {
    list: t.arg.id({ required: true, description: 'The list.' }),
    people: t.arg.idList({ description: 'People who are directly on the list.' }),
    groups: t.arg.idList({ description: 'Groups on the list.' }),
    lists: t.arg.idList({ description: 'Lists directly below it.' }),
  };
  const adding: ListAction[] = ['add_contact_to', 'add_group_to', 'add_list_to'];
  return {
    addToMailingList: t.field({
      type: MailingListRef,
      description: 'Adds people and groups to a list, and lists below it. Existing entries stay as they are.',
      authScopes: { anyFeature: adding.flatMap((action) => onEither(action).anyFeature) },
      args: members,
      resolve: (_parent, args, ctx) => addToMailingList(ctx, numberOf('mailing_lists', args.list), membersOf(args)),
    }),
    removeFromMailingList: t.field({
      type: MailingListRef,
      description: 'Removes people and groups from a list. Lists below it move to the top.',
      authScopes: { anyFeature: ['remove_contact_from_mailing_list', ...onEither('edit').anyFeature] },
      args: members,
      resolve: (_parent, args, ctx) =>
        removeFromMailingList(ctx, numberOf('mailing_lists', args.list), membersOf(args)),
    }),
    setStopLimit: t.field({
      type: ListGroupRef,
      description:
        'Sets, for a group on a list, the people to ask, the number of positive answers wanted, and the waiting ' +
        'time per person.',
      authScopes: onEither('edit'),
      args: {
        list: t.arg.id({ required: true, description: 'The list.' }),
        group: t.arg.id({ required: true, description: 'A group on it.' }),
        stopLimit: t.arg.int({ description: 'Positive answers wanted; null for everyone, absent for no change.' }),
        waitMinutes: t.arg.int({
          description: 'Minutes to wait; null for the value in the settings, absent for no change.',
        }),
        onDuty: t.arg.boolean({
          description: 'Whether only people on duty in the group are asked; absent for no change.',
        }),
        version: t.arg.int({
          description: 'The version of the list that was read; refused if there is a newer one.',
        }),
      },
      resolve: (_parent, { list, group, ...limit }, ctx) =>
        setStopLimit(ctx, numberOf('mailing_lists', list), numberOf('groups', group), limit),
    }),
  };
});

type Ids = readonly string[] | null | undefined;
const membersOf = ({ people, groups, lists }: { people?: Ids; groups?: Ids; lists?: Ids }) => ({
  people: numbersOf('people', people),
  groups: numbersOf('groups', groups),
  lists: numbersOf('mailing_lists', lists),
});
