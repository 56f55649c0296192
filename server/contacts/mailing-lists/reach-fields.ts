import { StopLimitFeasibilityRef } from '#server/alerting/preflight/part-fields.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelTypeRef, PersonRef } from '#server/api/graphql/types.ts';
import { shownTo } from '#server/api/private-data.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { isReached, type ListReach, type PersonChannel, type ReachedPerson, reachOfList } from './reach.ts';

const PersonChannelRef = builder.objectRef<PersonChannel>('PersonChannel').implement({
  description: 'How a person can be reached on one channel type.',
  fields: (t) => ({
    channelType: t.field({
      type: ChannelTypeRef,
      description: 'The channel type.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channelTypes', row.channelTypeId))!,
    }),
    targetAddress: t.string({
      description:
        'The address; an empty string if there is none. A private one is masked for users who may not edit contacts.',
      resolve: ({ target, isPrivate }, _args, ctx) => shownTo(ctx, target, isPrivate),
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why nothing would be sent: inactive, absent, no_address, invalid_address, opted_out, duplicate.',
    }),
  }),
});

const ReachedPersonRef = builder.objectRef<ReachedPerson>('ReachedPerson').implement({
  description: 'A person that a list includes.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.personId))!,
    }),
    via: t.exposeStringList('via', { description: 'Paths of lists and groups that include the person.' }),
    priority: t.exposeBoolean('priority', { description: 'Whether the person is asked first and never skipped.' }),
    isReached: t.boolean({ description: 'Whether any channel reaches the person.', resolve: isReached }),
    channels: t.field({
      type: [PersonChannelRef],
      description: 'Each requested channel type.',
      resolve: (row) => row.channels,
    }),
  }),
});

const ChannelReachRef = builder.objectRef<ListReach['channels'][number]>('ChannelReach').implement({
  description: 'A list’s reach on one channel type.',
  fields: (t) => ({
    channelType: t.field({
      type: ChannelTypeRef,
      description: 'The channel type.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channelTypes', row.channelTypeId))!,
    }),
    reached: t.exposeInt('reached', { description: 'People with their own address.' }),
  }),
});

const ListReachRef = builder.objectRef<ListReach>('ListReach').implement({
  description: 'The people a list would reach if a message went to it now.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'People the list includes.' }),
    reached: t.exposeInt('reached', { description: 'People that any channel reaches.' }),
    channels: t.field({
      type: [ChannelReachRef],
      description: 'The reach per channel type.',
      resolve: (row) => row.channels,
    }),
    limits: t.field({
      type: [StopLimitFeasibilityRef],
      description: 'The stop limits, and whether there are enough people for each.',
      resolve: (row) => row.limits,
    }),
    inactive: t.exposeStringList('inactive', { description: 'Names of switched-off lists and groups within it.' }),
    people: t.field({
      type: [ReachedPersonRef],
      description: 'Everyone the list includes, in its order.',
      args: {
        first: t.arg.int({ defaultValue: limits.peoplePerList, description: `At most ${limits.maximumPage}.` }),
        isReached: t.arg.boolean({ description: 'Only people who are reached, or only the others.' }),
      },
      complexity: (args) => ({ field: 1, multiplier: Math.max(1, args.first ?? limits.peoplePerList) }),
      resolve: (row, { first, isReached: wanted }) => {
        const count = first ?? limits.peoplePerList;
        if (count < 0 || count > limits.maximumPage) throw new Refusal('error_page_size', { first: 'error_page_size' });
        return row.people(count, wanted);
      },
    }),
  }),
});

builder.queryField('mailingListReach', (t) =>
  t.field({
    type: ListReachRef,
    description:
      'The people a mailing list would reach now, with path and channel, and the people who would receive nothing, ' +
      'with the reason.',
    authScopes: { signedIn: true },
    args: {
      list: t.arg.id({ required: true, description: 'The list.' }),
      channelTypes: t.arg.stringList({
        description: 'Identifiers of channel types; absent: all that send to contact data.',
      }),
      alarm: t.arg.boolean({
        defaultValue: true,
        description: 'Evaluates it as an activation, which also reaches members of the crisis team who opted out.',
      }),
    },
    complexity: 20,
    resolve: (_parent, { list, channelTypes, alarm }, ctx) =>
      reachOfList(ctx, numberOf('mailing_lists', list), { channelTypes, alarm: alarm ?? true }),
  }),
);
