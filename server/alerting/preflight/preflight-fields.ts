import type { CostEstimate } from '#server/alerting/costs/cost.ts';
import { shownAddress } from '#server/alerting/progress/recipient-queries.ts';
import type { DropReason } from '#server/alerting/recipients/standings.ts';
import type { Feasibility, Likely } from '#server/alerting/turnout/feasibility.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef, GroupRef, PersonRef, type Row } from '#server/api/graphql/types.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { linkTrouble } from '#shared/link-trouble.ts';
import { AlarmEndRef } from './alarm-end-fields.ts';
import type { PreflightChannel } from './channels.ts';
import { composing } from './composing.ts';
import { estimateMessage } from './estimate.ts';
import type { PreflightPerson, Unreachable } from './people.ts';
import { type Preflight, preflight, preflightReport } from './preflight.ts';

/** CostEstimate in the API: the cost of sending. */
export const CostEstimateRef = builder.objectRef<CostEstimate>('CostEstimate').implement({
  description: 'The cost estimate before sending.',
  fields: (t) => ({
    cost: t.expose('cost', { type: 'Decimal', description: 'For all recipients.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217, e.g. EUR.' }),
    encoding: t.exposeString('encoding', { nullable: true, description: 'GSM-7 or UCS-2; null for anything but SMS.' }),
    parts: t.exposeInt('parts', { description: 'Number of SMS parts of the longest text.' }),
    recipients: t.exposeInt('recipients', { description: 'Number of addresses it goes to.' }),
    perRecipient: t.expose('perRecipient', { type: 'Decimal', description: 'The average per recipient.' }),
  }),
});

const UnreachablePersonRef = builder.objectRef<Unreachable>('UnreachablePerson').implement({
  description: 'A person who was chosen but would receive nothing.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow<'people', Row<'people'>>(ctx, 'people', row.personId))!,
    }),
    reason: t.string({
      description: 'inactive, absent, no_address, invalid_address or opted_out.',
      resolve: (row): DropReason => row.reason,
    }),
  }),
});

const LikelyRef = builder.objectRef<Likely>('LikelyAnswers').implement({
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

/** StopLimitFeasibility in the API: whether a stop limit has enough people. */
export const StopLimitFeasibilityRef = builder.objectRef<Feasibility>('StopLimitFeasibility').implement({
  description: 'Whether a stop limit can be reached, and how likely that is.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The limited group.',
      resolve: async (row, _args, ctx) => (await loadRow<'groups', Row<'groups'>>(ctx, 'groups', row.groupId))!,
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

const PreflightDutyRef = builder.objectRef<Preflight['duties'][number]>('PreflightDuty').implement({
  description: 'A group in which only people on duty are called. Groups below it are listed only if they have a gap.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow<'groups', Row<'groups'>>(ctx, 'groups', row.groupId))!,
    }),
    people: t.exposeInt('people', { description: 'How many people on duty would receive it now; 0 in a gap.' }),
  }),
});

const HandOverRef = builder.objectRef<Preflight['handedOver'][number]>('PreflightHandOver').implement({
  description: 'People in an alarm who have no address on any chosen channel and are alarmed over another one.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The fallback channel, which was not chosen.',
      resolve: async (row, _args, ctx) => (await loadRow<'channels', Row<'channels'>>(ctx, 'channels', row.channelId))!,
    }),
    people: t.exposeInt('people', { description: 'How many people.' }),
  }),
});

const PreflightChannelRef = builder.objectRef<PreflightChannel>('PreflightChannel').implement({
  description: 'A chosen channel with the number of people it reaches and its start time.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel.',
      resolve: async (row, _args, ctx) => (await loadRow<'channels', Row<'channels'>>(ctx, 'channels', row.channelId))!,
    }),
    people: t.exposeInt('people', { nullable: true, description: 'How many people; null if it publishes.' }),
    after: t.exposeInt('after', {
      description:
        'Seconds after the launch, for people who have an address on every channel and no channel order of their own.',
    }),
  }),
});

const PreflightPersonRef = builder.objectRef<PreflightPerson>('PreflightPerson').implement({
  description: 'A person who would receive the message.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow<'people', Row<'people'>>(ctx, 'people', row.personId))!,
    }),
    channels: t.field({
      type: [ChannelRef],
      description: 'The channels on which the person has an address.',
      resolve: (row, _args, ctx) =>
        Promise.all(row.channels.map(async (id) => (await loadRow<'channels', Row<'channels'>>(ctx, 'channels', id))!)),
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

/** The maximum number of people listed by name; counts include all. */
const named = limits.peoplePerList;

const LinkTroubleEnum = builder.enumType('LinkTrouble', {
  description: 'Why recipients may be unable to open the links of a message.',
  values: {
    loopback: { description: 'The links point to the computer on which the program runs.' },
    insecure: { description: 'The links are not encrypted (http).' },
  } as const,
});

const PreflightRef = builder.objectRef<Preflight>('Preflight').implement({
  description: 'A preview of sending now. Nothing is stored.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients', { description: 'People who would receive it.' }),
    linkTrouble: t.field({
      type: LinkTroubleEnum,
      nullable: true,
      description: 'Why recipients may be unable to open the answer links; null if they can.',
      resolve: (_parent, _args, ctx) => linkTrouble(ctx.publicUrl),
    }),
    duties: t.field({
      type: [PreflightDutyRef],
      description: 'The groups in which only people on duty are called.',
      resolve: (row) => row.duties,
    }),
    limits: t.field({
      type: [StopLimitFeasibilityRef],
      description: 'The stop limits.',
      resolve: (row) => row.limits,
    }),
    likely: t.field({
      type: LikelyRef,
      nullable: true,
      description: 'The forecast for an alarm without stop limits; null if there are stop limits.',
      resolve: (row) => row.likely,
    }),
    ends: t.field({
      type: AlarmEndRef,
      nullable: true,
      description: 'The deliveries that the all-clear stops; null for anything else.',
      resolve: (row) => row.ends,
    }),
    handedOver: t.field({
      type: [HandOverRef],
      description: 'People that an alarm reaches only over channels that were not chosen.',
      resolve: (row) => row.handedOver,
    }),
    channels: t.field({
      type: [PreflightChannelRef],
      description: 'The chosen channels.',
      resolve: (row) => row.channels,
    }),
    cost: t.field({ type: CostEstimateRef, description: 'The estimated cost.', resolve: (row) => row.cost }),
    warnings: t.stringList({
      description: 'Warnings for the sender, as keys (warning_…).',
      resolve: (row) => row.warnings,
    }),
    blockers: t.exposeStringList('blockers', { description: 'Reasons that prevent sending, as keys (error_…).' }),
    releasers: t.exposeStringList('releasers', {
      description: 'Names of the people who can release the messages; empty if no release is required.',
    }),
    seen: t.exposeString('seen', {
      nullable: true,
      description: 'A mark of the report’s drafts, for sendReport; null for a single message.',
    }),
    laterCount: t.exposeInt('later', {
      description: 'How many recipients wait for a stop limit instead of being asked at once.',
    }),
    people: t.field({
      type: [PreflightPersonRef],
      description: 'People who would receive it, in the order of sending.',
      args: {
        first: t.arg.int({ defaultValue: named, description: `How many to return, at most ${limits.maximumPage}.` }),
      },
      complexity: (args) => ({ field: 1, multiplier: Math.max(1, args.first ?? named) }),
      resolve: (row, { first }) => {
        const count = first ?? named;
        if (count < 0 || count > limits.maximumPage) throw new Refusal('error_page_size', { first: 'error_page_size' });
        return row.people.slice(0, count);
      },
    }),
  }),
});

builder.objectFields(PreflightRef, (t) => ({
  answered: t.exposeInt('answered', {
    description: 'People who were chosen but receive nothing because they have answered the report.',
  }),
  spared: t.exposeInt('spared', {
    description:
      'How many others were chosen but receive nothing, because enough people come or they were notified that ' +
      'they are not needed.',
  }),
  alreadyAsked: t.exposeInt('alreadyAsked', {
    description: 'How many recipients receive it again, because they have already received it or are about to.',
  }),
  unreachable: t.field({
    type: [UnreachablePersonRef],
    description: `People who were chosen but would receive nothing, at most ${named}.`,
    resolve: (row) => row.unreachable,
  }),
  unreachableCount: t.exposeInt('unreachableCount', { description: 'The number of all unreachable people.' }),
  duplicatesRemoved: t.exposeInt('duplicatesRemoved', {
    description: 'How many times a person or address was included more than once.',
  }),
  optedOut: t.exposeInt('optedOut', {
    description: 'How many are left out because they want no information over a channel, or no messages at all.',
  }),
  absent: t.exposeInt('absent', { description: 'How many receive nothing because they are absent.' }),
  absentCalled: t.exposeInt('absentCalled', {
    description: 'How many are called with priority although they are absent.',
  }),
}));

builder.queryFields((t) => ({
  preflight: t.field({
    type: PreflightRef,
    description: 'Previews sending a message now.',
    authScopes: composing,
    args: { message: t.arg.id({ required: true, description: 'The message.' }) },
    complexity: 20,
    resolve: (_parent, { message }, ctx) => preflight(ctx, numberOf('messages', message)),
  }),
  preflightReport: t.field({
    type: PreflightRef,
    description: 'Previews sending all drafts of a report now.',
    authScopes: composing,
    args: { report: t.arg.id({ required: true, description: 'The report.' }) },
    complexity: 20,
    resolve: (_parent, { report }, ctx) => preflightReport(ctx, numberOf('reports', report)),
  }),
  estimatedCostMessage: t.field({
    type: CostEstimateRef,
    description:
      'Estimates the cost of a text on a channel: to a message’s recipients, or to one recipient without a message.',
    authScopes: composing,
    args: {
      body: t.arg.string({ required: true, description: 'The text.' }),
      channel: t.arg.id({ required: true, description: 'The channel.' }),
      message: t.arg.id({ description: 'The message it is for.' }),
    },
    complexity: 20,
    resolve: (_parent, { body, channel, message }, ctx) =>
      estimateMessage(ctx, body, numberOf('channels', channel), optionalNumberOf('messages', message) ?? null),
  }),
}));
