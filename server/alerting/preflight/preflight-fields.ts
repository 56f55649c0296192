import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { linkTrouble } from '#shared/link-trouble.ts';
import { AlarmEndRef } from './alarm-end-fields.ts';
import { composing } from './composing.ts';
import { CostEstimateRef } from './cost-fields.ts';
import { estimateMessage } from './estimate.ts';
import {
  HandOverRef,
  LikelyRef,
  PreflightChannelRef,
  PreflightDutyRef,
  PreflightPersonRef,
  ProvenPeopleRef,
  StopLimitFeasibilityRef,
  UnreachablePersonRef,
} from './part-fields.ts';
import { type Preflight, preflight, preflightReport } from './preflight.ts';

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
    proven: t.field({
      type: ProvenPeopleRef,
      description: 'The recipients by what is known about the best of their ways.',
      resolve: (row) => row.proven,
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
