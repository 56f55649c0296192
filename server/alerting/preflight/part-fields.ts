import { shownAddress } from '#server/alerting/progress/recipient-queries.ts';
import type { DropReason } from '#server/alerting/recipients/resolution-outcomes.ts';
import type { Feasibility, Likely } from '#server/alerting/turnout/feasibility.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef, GroupRef, PersonRef } from '#server/api/graphql/types.ts';
import type { PreflightChannel } from './channels.ts';
import type { PreflightPerson, Unreachable } from './people.ts';
import type { Preflight } from './preflight.ts';
import type { ProvenPeople } from './proven.ts';

/** UnreachablePerson in the API. */
export const UnreachablePersonRef = builder.objectRef<Unreachable>('UnreachablePerson').implement({
  description: 'A person who was chosen but would receive nothing.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.personId))!,
    }),
    reason: t.string({
      description: 'inactive, absent, no_address, invalid_address or opted_out.',
      resolve: (row): DropReason => row.reason,
    }),
  }),
});

/** LikelyAnswers in the API. */
export const LikelyRef = builder.objectRef<Likely>('LikelyAnswers').implement({
  description:
    'A forecast of how many people will answer in time that they come, based on past alarms of this organisation.',
  fields: (t) => ({
    asked: t.exposeInt('asked', {
      description: 'How many of the people will have been asked by then if no one answers.',
    }),
    from: t.exposeInt('from', { description: 'Lower bound for four of five such alarms.' }),
    to: t.exposeInt('to', { description: 'Upper bound for four of five such alarms.' }),
    minutes: t.exposeInt('minutes', { description: 'Minutes after being asked within which they answer.' }),
    alarms: t.exposeInt('alarms', {
      description: 'Number of past alarms in the forecast. Without any, it assumes that a third of the people come.',
    }),
  }),
});

export const StopLimitFeasibilityRef = builder.objectRef<Feasibility>('StopLimitFeasibility').implement({
  description: 'Whether a stop limit can be reached, and how likely that is.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The limited group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.groupId))!,
    }),
    needed: t.exposeInt('needed', { description: 'Positive answers wanted.' }),
    available: t.exposeInt('available', { description: 'People who can be asked.' }),
    absent: t.exposeInt('absent', { description: 'People of the group who are absent and will not be asked.' }),
    feasible: t.exposeBoolean('feasible', { description: 'Whether enough people can be asked.' }),
    likely: t.field({
      type: LikelyRef,
      description: 'How many of them will probably come.',
      resolve: ({ likely }) => likely,
    }),
    isLikelyEnough: t.exposeBoolean('isLikelyEnough', {
      description: 'Whether enough come in three of four such alarms.',
    }),
  }),
});

/** PreflightDuty in the API. */
export const PreflightDutyRef = builder.objectRef<Preflight['duties'][number]>('PreflightDuty').implement({
  description: 'A group in which only people on duty are called. Groups below it are listed only if they have a gap.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'groups', row.groupId))!,
    }),
    people: t.exposeInt('people', { description: 'How many people on duty would receive it now; 0 in a gap.' }),
  }),
});

/** PreflightHandOver in the API. */
export const HandOverRef = builder.objectRef<Preflight['handedOver'][number]>('PreflightHandOver').implement({
  description: 'People in an alarm who have no address on any chosen channel and are alerted over another one.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The fallback channel, which was not chosen.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channels', row.channelId))!,
    }),
    people: t.exposeInt('people', { description: 'How many people.' }),
  }),
});

/** PreflightChannel in the API. */
export const PreflightChannelRef = builder.objectRef<PreflightChannel>('PreflightChannel').implement({
  description: 'A chosen channel with the number of people it reaches and its start time.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channels', row.channelId))!,
    }),
    people: t.exposeInt('people', { nullable: true, description: 'How many people; null if it publishes.' }),
    after: t.exposeInt('after', {
      description:
        'Seconds after the launch, for people who have an address on every channel and no channel order of their own.',
    }),
    neverWorked: t.exposeBoolean('neverWorked', {
      description:
        'Whether a real alarm is to go over it although it has never handed over anything, not even a test. False if its newest attempt failed.',
    }),
    lastFailed: t.exposeBoolean('lastFailed', {
      description: 'Whether a real alarm is to go over it although its newest attempt, for example a test, failed.',
    }),
  }),
});

/** PreflightPerson in the API. */
export const PreflightPersonRef = builder.objectRef<PreflightPerson>('PreflightPerson').implement({
  description: 'A person who would receive the message.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.personId))!,
    }),
    channels: t.field({
      type: [ChannelRef],
      description: 'The channels on which the person has an address.',
      resolve: (row, _args, ctx) => Promise.all(row.channels.map(async (id) => (await loadRow(ctx, 'channels', id))!)),
    }),
    targetAddresses: t.stringList({
      description: 'The addresses. Private ones are masked for users who may not edit contacts.',
      resolve: (row, _args, ctx) =>
        row.addresses.map(({ target, isPrivate }) => shownAddress(ctx, { targetAddress: target, isPrivate })),
    }),
    via: t.exposeStringList('via', { description: 'Paths of lists and groups that include the person.' }),
    position: t.exposeInt('position', { description: 'Place in the order of sending, from 1.' }),
    later: t.exposeBoolean('later', {
      description: 'Whether the person waits for a stop limit instead of being asked at once.',
    }),
    priority: t.exposeBoolean('priority', { description: 'Whether the person is asked first and never skipped.' }),
  }),
});

/** ProvenPeople in the API. */
export const ProvenPeopleRef = builder.objectRef<ProvenPeople>('ProvenPeople').implement({
  description: 'Recipients by what is known about the best of their ways. The message goes over all ways in any case.',
  fields: (t) => ({
    confirmed: t.exposeInt('confirmed', { description: 'A sign of life proves that a way reaches them.' }),
    unconfirmed: t.exposeInt('unconfirmed', { description: 'No way is proved yet, but none of them need be dead.' }),
    silent: t.exposeInt('silent', { description: 'Every way is a silent device or an address that bounced.' }),
  }),
});
