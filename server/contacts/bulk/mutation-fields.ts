import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, numbersOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { GroupRef, MailingListRef, PersonRef } from '#server/api/graphql/types.ts';
import { listFeature } from '#server/contacts/mailing-lists/rights.ts';
import { addPeopleToGroup, addPeopleToMailingList, deactivatePeople } from './actions.ts';
import type { BulkChange, BulkResult } from './bulk.ts';
import type { StopLimitFigure } from './figures.ts';

const BulkRefusalRef = builder.objectRef<BulkResult['refused'][number]>('BulkRefusal').implement({
  description: 'A person who cannot be included in a bulk action.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The person; null if no person has this id.',
      resolve: (row, _args, ctx) => (row.reason === 'error_not_found' ? null : loadRow(ctx, 'people', row.personId)),
    }),
    reason: t.exposeString('reason', { description: 'error_not_found or error_inactive.' }),
  }),
});

const GroupChangeRef = builder.objectRef<BulkChange>('GroupChange').implement({
  description: 'A group whose number of direct members changes.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.id))!,
    }),
    before: t.exposeInt('before', { description: 'Active members before.' }),
    after: t.exposeInt('after', { description: 'Active members after.' }),
  }),
});

const MailingListChangeRef = builder.objectRef<BulkChange>('MailingListChange').implement({
  description: 'A mailing list that reaches more or fewer people.',
  fields: (t) => ({
    mailingList: t.field({
      type: MailingListRef,
      description: 'The list.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'mailingLists', row.id))!,
    }),
    before: t.exposeInt('before', { description: 'Number of people it included before.' }),
    after: t.exposeInt('after', { description: 'Number of people it includes after.' }),
  }),
});

const LimitShortageRef = builder.objectRef<StopLimitFigure>('LimitShortage').implement({
  description: 'A stop limit for which there are no longer enough people.',
  fields: (t) => ({
    mailingList: t.field({
      type: MailingListRef,
      description: 'The mailing list.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'mailingLists', row.listId))!,
    }),
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.groupId))!,
    }),
    stopLimit: t.exposeInt('stopLimit', { description: 'Positive answers wanted.' }),
    available: t.exposeInt('available', { description: 'Active people who can be asked.' }),
  }),
});

const BulkResultRef = builder.objectRef<BulkResult>('BulkResult').implement({
  description: 'The result of a bulk action, or a preview of it.',
  fields: (t) => ({
    dryRun: t.exposeBoolean('dryRun', { description: 'Whether this is a preview and nothing was changed.' }),
    changed: t.exposeInt('changed', { description: 'People it changes.' }),
    unchanged: t.exposeInt('unchanged', { description: 'People who already had the requested state.' }),
    refused: t.field({
      type: [BulkRefusalRef],
      description: 'People who cannot be included. The other people are still changed.',
      resolve: (row) => row.refused,
    }),
    crisis: t.field({
      type: [PersonRef],
      description: 'Members of the crisis team among those it changes.',
      resolve: (row, _args, ctx) => Promise.all(row.crisis.map(async (id) => (await loadRow(ctx, 'people', id))!)),
    }),
    groups: t.field({ type: [GroupChangeRef], description: 'Groups it changes.', resolve: (row) => row.groups }),
    mailingLists: t.field({
      type: [MailingListChangeRef],
      description: 'Mailing lists that reach more or fewer people.',
      resolve: (row) => row.lists,
    }),
    limits: t.field({
      type: [LimitShortageRef],
      description: 'Stop limits that can no longer be reached.',
      resolve: (row) => row.limits,
    }),
  }),
});

builder.mutationFields((t) => {
  const args = {
    people: t.arg.idList({ required: true, description: 'The people.' }),
    dryRun: t.arg.boolean({ defaultValue: false, description: 'Only returns a preview.' }),
  };
  return {
    addPeopleToGroup: t.field({
      type: BulkResultRef,
      description: "Puts several people at the end of a group's call order.",
      authScopes: { feature: 'add_contact_to_group' },
      args: { group: t.arg.id({ required: true, description: 'The group.' }), ...args },
      resolve: (_parent, { group, people, dryRun }, ctx) =>
        addPeopleToGroup(ctx, numberOf('groups', group), numbersOf('people', people), dryRun ?? false),
    }),
    addPeopleToMailingList: t.field({
      type: BulkResultRef,
      description: 'Puts several people on a mailing list.',
      authScopes: { anyFeature: [listFeature('add_contact_to', true), listFeature('add_contact_to', false)] },
      args: { list: t.arg.id({ required: true, description: 'The list.' }), ...args },
      resolve: (_parent, { list, people, dryRun }, ctx) =>
        addPeopleToMailingList(ctx, numberOf('mailing_lists', list), numbersOf('people', people), dryRun ?? false),
    }),
    deactivatePeople: t.field({
      type: BulkResultRef,
      description: 'Deactivates several people.',
      authScopes: { feature: 'delete_contact' },
      args,
      resolve: (_parent, { people, dryRun }, ctx) =>
        deactivatePeople(ctx, numbersOf('people', people), dryRun ?? false),
    }),
  };
});
