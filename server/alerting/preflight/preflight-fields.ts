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

/** CostEstimate: what sending costs. */
export const CostEstimateRef = builder.objectRef<CostEstimate>('CostEstimate').implement({
  description: 'What sending costs, before it is sent.',
  fields: (t) => ({
    cost: t.expose('cost', { type: 'Decimal', description: 'For all recipients.' }),
    currency: t.exposeString('currency', { description: 'ISO 4217, e.g. EUR.' }),
    encoding: t.exposeString('encoding', { nullable: true, description: 'GSM-7 or UCS-2; empty where it is no SMS.' }),
    parts: t.exposeInt('parts', { description: 'Parts the longest text takes.' }),
    recipients: t.exposeInt('recipients', { description: 'Addresses it goes to.' }),
    perRecipient: t.expose('perRecipient', { type: 'Decimal', description: 'On average.' }),
  }),
});

const UnreachablePersonRef = builder.objectRef<Unreachable>('UnreachablePerson').implement({
  description: 'Somebody who was chosen and would get nothing.',
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
  description: 'How many are likely to say in time that they come, as past alarms of this organisation went.',
  fields: (t) => ({
    asked: t.exposeInt('asked', { description: 'How many of the people are asked by then, if nobody answers.' }),
    from: t.exposeInt('from', { description: 'In four of five such alarms at least this many come …' }),
    to: t.exposeInt('to', { description: '… and at most this many.' }),
    minutes: t.exposeInt('minutes', { description: 'Within how many minutes of being asked.' }),
    alarms: t.exposeInt('alarms', {
      description: 'From how many past alarms it was learnt; without any a third are thought to come.',
    }),
  }),
});

/** StopLimitFeasibility: whether there are enough people for a stop limit. */
export const StopLimitFeasibilityRef = builder.objectRef<Feasibility>('StopLimitFeasibility').implement({
  description: 'Whether a stop limit can be reached at all, and whether it is likely to be.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The limited group.',
      resolve: async (row, _args, ctx) => (await loadRow<'groups', Row<'groups'>>(ctx, 'groups', row.groupId))!,
    }),
    needed: t.exposeInt('needed', { description: 'Positive answers wanted.' }),
    available: t.exposeInt('available', { description: 'People who can be asked.' }),
    absent: t.exposeInt('absent', { description: 'People of the group who are absent and are not asked.' }),
    feasible: t.exposeBoolean('feasible', { description: 'Whether there are enough of them.' }),
    likely: t.field({
      type: LikelyRef,
      description: 'How many of them are likely to come.',
      resolve: ({ likely }) => likely,
    }),
    isLikelyEnough: t.exposeBoolean('isLikelyEnough', {
      description: 'Whether enough come in three of four such alarms.',
    }),
  }),
});

const PreflightDutyRef = builder.objectRef<Preflight['duties'][number]>('PreflightDuty').implement({
  description: 'A group of which only who is on duty is called; of those below it only the ones with a gap.',
  fields: (t) => ({
    group: t.field({
      type: GroupRef,
      description: 'The group.',
      resolve: async (row, _args, ctx) => (await loadRow<'groups', Row<'groups'>>(ctx, 'groups', row.groupId))!,
    }),
    people: t.exposeInt('people', { description: 'How many on duty now would get it; none where there is a gap.' }),
  }),
});

const HandOverRef = builder.objectRef<Preflight['handedOver'][number]>('PreflightHandOver').implement({
  description: 'People of an alarm without an address on any chosen channel, who are alarmed over another.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel, which was not chosen.',
      resolve: async (row, _args, ctx) => (await loadRow<'channels', Row<'channels'>>(ctx, 'channels', row.channelId))!,
    }),
    people: t.exposeInt('people', { description: 'How many people.' }),
  }),
});

const PreflightChannelRef = builder.objectRef<PreflightChannel>('PreflightChannel').implement({
  description: 'A chosen channel: how many people it reaches, and when it begins.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel.',
      resolve: async (row, _args, ctx) => (await loadRow<'channels', Row<'channels'>>(ctx, 'channels', row.channelId))!,
    }),
    people: t.exposeInt('people', { nullable: true, description: 'How many people; empty where it publishes.' }),
    after: t.exposeInt('after', {
      description: 'Seconds after the launch, for whoever has an address on every channel and no order of their own.',
    }),
  }),
});

const PreflightPersonRef = builder.objectRef<PreflightPerson>('PreflightPerson').implement({
  description: 'Somebody who would get the message.',
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
      description: 'The addresses; private ones are masked for those who may not edit contacts.',
      resolve: (row, _args, ctx) =>
        row.addresses.map(({ target, isPrivate }) => shownAddress(ctx, { targetAddress: target, isPrivate })),
    }),
    via: t.exposeStringList('via', { description: 'Paths of lists and groups that bring the person in.' }),
    position: t.exposeInt('position', { description: 'Place in the order of sending, from 1.' }),
    later: t.exposeBoolean('later', { description: 'Waits for a stop limit instead of being asked at once.' }),
    priority: t.exposeBoolean('priority', { description: 'Asked first and never skipped.' }),
  }),
});

/** People a preflight names one by one; the counts hold for all. */
const named = limits.peoplePerList;

const LinkTroubleEnum = builder.enumType('LinkTrouble', {
  description: 'Why recipients may not open the links of a message.',
  values: {
    loopback: { description: 'They lead to the computer on which the program runs.' },
    insecure: { description: 'They are not encrypted (http).' },
  } as const,
});

const PreflightRef = builder.objectRef<Preflight>('Preflight').implement({
  description: 'What would happen if it were sent now; nothing is stored.',
  fields: (t) => ({
    recipients: t.exposeInt('recipients', { description: 'People who would get it.' }),
    linkTrouble: t.field({
      type: LinkTroubleEnum,
      nullable: true,
      description: 'Why recipients may not open the links for answering; null if they can.',
      resolve: (_parent, _args, ctx) => linkTrouble(ctx.publicUrl),
    }),
    answered: t.exposeInt('answered', {
      description: 'People who were chosen and get nothing, because they have answered the report.',
    }),
    spared: t.exposeInt('spared', {
      description:
        'How many others were chosen and get nothing, because enough come or they were told that they are not needed.',
    }),
    alreadyAsked: t.exposeInt('alreadyAsked', {
      description: 'How many of the recipients have got it already, or are to, and get it once more.',
    }),
    unreachable: t.field({
      type: [UnreachablePersonRef],
      description: `People who were chosen and would get nothing, at most ${named}.`,
      resolve: (row) => row.unreachable,
    }),
    unreachableCount: t.exposeInt('unreachableCount', { description: 'How many these are.' }),
    duplicatesRemoved: t.exposeInt('duplicatesRemoved', {
      description: 'How often a person or an address was brought in that was in already.',
    }),
    optedOut: t.exposeInt('optedOut', {
      description: 'How many are left out because they want no information over a channel, or no messages at all.',
    }),
    absent: t.exposeInt('absent', { description: 'How many get nothing because they are absent.' }),
    absentCalled: t.exposeInt('absentCalled', {
      description: 'How many are called with priority although they are absent.',
    }),
    duties: t.field({
      type: [PreflightDutyRef],
      description: 'The groups of which only who is on duty is called.',
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
      description: 'How many are likely to come of an alarm without stop limits; empty where these say it.',
      resolve: (row) => row.likely,
    }),
    ends: t.field({
      type: AlarmEndRef,
      nullable: true,
      description: 'What the all-clear stops; null of everything else.',
      resolve: (row) => row.ends,
    }),
    handedOver: t.field({
      type: [HandOverRef],
      description: 'Whom an alarm reaches only over channels that were not chosen.',
      resolve: (row) => row.handedOver,
    }),
    channels: t.field({
      type: [PreflightChannelRef],
      description: 'The chosen channels.',
      resolve: (row) => row.channels,
    }),
    cost: t.field({ type: CostEstimateRef, description: 'What it would cost.', resolve: (row) => row.cost }),
    warnings: t.stringList({
      description: 'What the sender should know, as keys (warning_…).',
      resolve: (row) => row.warnings,
    }),
    blockers: t.exposeStringList('blockers', { description: 'What keeps it from being sent, as keys (error_…).' }),
    releasers: t.exposeStringList('releasers', {
      description: 'Names of those who may release what must be released; empty where nothing must.',
    }),
    seen: t.exposeString('seen', {
      nullable: true,
      description: 'A mark of what the drafts of the report are, for sendReport; empty of one message alone.',
    }),
    laterCount: t.exposeInt('later', {
      description: 'How many of the recipients wait for a stop limit instead of being asked at once.',
    }),
    people: t.field({
      type: [PreflightPersonRef],
      description: 'Who would get it, in the order of sending.',
      args: { first: t.arg.int({ defaultValue: named, description: `How many, at most ${limits.maximumPage}.` }) },
      complexity: (args) => ({ field: 1, multiplier: Math.max(1, args.first ?? named) }),
      resolve: (row, { first }) => {
        const count = first ?? named;
        if (count < 0 || count > limits.maximumPage) throw new Refusal('error_page_size', { first: 'error_page_size' });
        return row.people.slice(0, count);
      },
    }),
  }),
});

builder.queryFields((t) => ({
  preflight: t.field({
    type: PreflightRef,
    description: 'What sending a message now would do.',
    authScopes: composing,
    args: { message: t.arg.id({ required: true, description: 'The message.' }) },
    complexity: 20,
    resolve: (_parent, { message }, ctx) => preflight(ctx, numberOf('messages', message)),
  }),
  preflightReport: t.field({
    type: PreflightRef,
    description: 'What sending all drafts of a report now would do.',
    authScopes: composing,
    args: { report: t.arg.id({ required: true, description: 'The report.' }) },
    complexity: 20,
    resolve: (_parent, { report }, ctx) => preflightReport(ctx, numberOf('reports', report)),
  }),
  estimatedCostMessage: t.field({
    type: CostEstimateRef,
    description: 'What a text costs on a channel: to a message’s recipients, or to one recipient without a message.',
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
