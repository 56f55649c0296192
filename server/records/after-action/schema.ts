import { visibleEvent } from '#server/alerting/events/visible.ts';
import { PersonAccessEnum } from '#server/alerting/progress/access-fields.ts';
import { PeopleFiguresRef } from '#server/alerting/progress/figures-type.ts';
import { StopLimitStateEnum } from '#server/alerting/progress/report-fields.ts';
import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, LogEntryRef, PersonRef, ReportRef } from '#server/api/graphql/types.ts';
import { readIn } from '#shared/administration/translated.ts';
import {
  type AfterAction,
  type AlarmOutcome,
  type Came,
  type CameCounts,
  type ChannelOutcome,
  type CoursePoint,
  type GroupOutcome,
  type LimitOutcome,
  mostShown,
} from './after-action.ts';
import { loadAfterAction } from './load.ts';

const AlarmOutcomeRef = builder.objectRef<AlarmOutcome>('AlarmOutcome').implement({
  description: 'The outcome of a report that asked for answers.',
  fields: (t) => ({
    report: t.field({
      type: ReportRef,
      description: 'The report.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'reports', row.reportId))!,
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a provider accepted its first message.',
    }),
    firstAt: t.expose('firstAt', { type: 'DateTime', nullable: true, description: 'When the first answer came.' }),
    halfAt: t.expose('halfAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When half of the asked people had answered; null until then.',
    }),
    allAt: t.expose('allAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all asked people had answered; null until then.',
    }),
    figures: t.field({
      type: PeopleFiguresRef,
      description: 'All its people by progress.',
      resolve: (alarm) => alarm,
    }),
    people: t.exposeInt('people', { description: 'People in its audience, each once for all channels.' }),
    reached: t.exposeInt('reached', { description: 'How many of them have a receipt or an answer.' }),
    asked: t.exposeInt('asked', { description: 'People who were asked for an answer, or answered unasked.' }),
    positive: t.exposeInt('positive', { description: 'People who answered that they come.' }),
    negative: t.exposeInt('negative', { description: 'People who answered that they do not come.' }),
    neutral: t.exposeInt('neutral', { description: 'People who had not decided.' }),
    none: t.exposeInt('none', { description: 'People who were asked and did not answer.' }),
  }),
});

const ChannelOutcomeRef = builder.objectRef<ChannelOutcome>('ChannelOutcome').implement({
  description: 'Messages to people and answers from people over a channel in an event.',
  fields: (t) => ({
    name: t.string({
      description: 'Its name.',
      resolve: (channel, _args, ctx) => readIn(channel, 'name', ctx.viewer?.language),
    }),
    type: t.exposeString('type', { description: 'Identifier of its type.' }),
    messages: t.exposeInt('messages', { description: 'Recipients of its messages, without those left out.' }),
    handedOver: t.exposeInt('handedOver', { description: 'Recipients for whom a provider accepted the message.' }),
    delivered: t.exposeInt('delivered', { description: 'Recipients with a receipt.' }),
    failed: t.exposeInt('failed', { description: 'Recipients who received nothing and will not.' }),
    open: t.exposeInt('open', { description: 'Recipients whose delivery is still running.' }),
    suppressed: t.exposeInt('suppressed', {
      description: 'People for whom no delivery was tried, e.g. without an address.',
    }),
    answers: t.exposeInt('answers', { description: 'Current answers that came over it.' }),
  }),
});

const GroupOutcomeRef = builder.objectRef<GroupOutcome>('GroupOutcome').implement({
  description: 'Delivery and answers of a group, by its present members.',
  fields: (t) => ({
    id: t.exposeInt('groupId', {
      description:
        'Number of the group. After the event a negative number, or 0 for people of several small groups together.',
    }),
    name: t.exposeString('name', { description: 'Its name.' }),
    people: t.exposeInt('people', { description: 'Its people who were asked, or answered unasked.' }),
    reached: t.exposeInt('reached', { description: 'How many of them have a receipt or an answer.' }),
    positive: t.exposeInt('positive', { description: 'Answered that they come.' }),
    negative: t.exposeInt('negative', { description: 'Answered that they do not come.' }),
    neutral: t.exposeInt('neutral', { description: 'Had not decided.' }),
    none: t.exposeInt('none', { description: 'Did not answer.' }),
    arrived: t.exposeInt('arrived', { description: 'Arrived.' }),
  }),
});

const LimitOutcomeRef = builder.objectRef<LimitOutcome>('LimitOutcome').implement({
  description: 'The outcome of a stop limit.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'Name of the limited group.' }),
    list: t.exposeString('list', { description: 'Name of the mailing list it belonged to.' }),
    needed: t.exposeInt('needed', { description: 'Positive answers wanted.' }),
    reached: t.exposeInt('reached', { description: 'Positive answers that count.' }),
    contacted: t.exposeInt('contacted', { description: 'People who were asked.' }),
    state: t.field({ type: StopLimitStateEnum, description: 'Its state.', resolve: (limit) => limit.state }),
    begunAt: t.expose('begunAt', { type: 'DateTime', description: 'When it started to ask.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was filled or given up; null while it asks.',
    }),
  }),
});

const CameStateEnum = builder.enumType('CameState', {
  description: 'Whether an expected person came.',
  values: {
    arrived: { description: 'The person came.' },
    not_needed: { description: 'The person was notified after the answer that they are not needed.' },
    missing: { description: 'The person answered that they come, but no arrival was recorded.' },
  } as const,
});

const CameRef = builder.objectRef<Came>('Came').implement({
  description: 'A person who answered that they come, or who came without an answer.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.personId))!,
    }),
    functions: t.exposeString('functions', {
      nullable: true,
      description: 'The groups with a stop limit for which the person was chosen.',
    }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', nullable: true, description: 'When they answered.' }),
    expectedAt: t.expose('expectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The arrival time they gave.',
    }),
    arrivedAt: t.expose('arrivedAt', { type: 'DateTime', nullable: true, description: 'When they arrived.' }),
    state: t.field({ type: CameStateEnum, description: 'Whether they came.', resolve: (row) => row.state }),
  }),
});

const CameCountsRef = builder.objectRef<CameCounts>('CameCounts').implement({
  description: 'How many of the expected people came.',
  fields: (t) => ({
    arrived: t.exposeInt('arrived', { description: 'People who came.' }),
    notNeeded: t.exposeInt('notNeeded', { description: 'People who were notified that they are not needed.' }),
    missing: t.exposeInt('missing', {
      description: 'People who answered that they come and are not recorded as arrived.',
    }),
  }),
});

const CoursePointRef = builder.objectRef<CoursePoint>('CoursePoint').implement({
  description: 'Answers and arrivals at a moment.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The moment.' }),
    answered: t.exposeInt('answered', { description: 'People who had answered by then.' }),
    coming: t.exposeInt('coming', { description: 'How many of them answered positively.' }),
    arrived: t.exposeInt('arrived', { description: 'People who had arrived by then.' }),
  }),
});

const AfterActionRef = builder.objectRef<AfterAction>('AfterAction').implement({
  description: 'The review of an event.',
  fields: (t) => ({
    event: t.field({ type: EventRef, description: 'The event.', resolve: (row) => row.event }),
    personAccess: t.field({
      type: PersonAccessEnum,
      description: 'Whether the viewer sees single people. After the event no one does, and small figures are merged.',
      resolve: (row) => row.access,
    }),
    alarms: t.field({
      type: [AlarmOutcomeRef],
      description: 'Its reports that asked who comes and went out, oldest first; no roll calls.',
      resolve: (row) => row.alarms,
    }),
    reach: t.field({
      type: PeopleFiguresRef,
      description: 'The people of all these reports, each once.',
      resolve: (row) => row.reach,
    }),
    channels: t.field({
      type: [ChannelOutcomeRef],
      description: 'The channels that sent messages to people.',
      resolve: (row) => row.channels,
    }),
    groups: t.field({
      type: [GroupOutcomeRef],
      description: `The groups of the alerted people, the largest first; at most ${mostShown.groups}.`,
      resolve: (row) => row.groups,
    }),
    limits: t.field({ type: [LimitOutcomeRef], description: 'The stop limits.', resolve: (row) => row.limits }),
    counts: t.field({ type: CameCountsRef, description: 'How many people came.', resolve: (row) => row.counts }),
    people: t.field({
      type: [CameRef],
      description: `The people and their arrivals, the first to arrive first; at most ${mostShown.people}.`,
      resolve: (row) => row.people,
    }),
    course: t.field({
      type: [CoursePointRef],
      description: 'The growth of answers and arrivals from the first alarm on, for at most six hours.',
      resolve: (row) => row.course,
    }),
    timeline: t.field({
      type: [LogEntryRef],
      description: `Its log without single answers and arrivals, by the time of the events; at most ${mostShown.timeline}.`,
      resolve: (row) => row.timeline,
    }),
    moreTimeline: t.exposeInt('moreTimeline', { description: 'Number of log entries that are left out here.' }),
  }),
});

builder.queryField('afterAction', (t) =>
  t.field({
    type: AfterActionRef,
    nullable: true,
    description: 'The review of an event: people reached, answers and arrivals; null if the event does not exist.',
    authScopes: { signedIn: true },
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    complexity: oncePerDocument,
    resolve: async (_parent, args, ctx) => {
      const event = await visibleEvent(ctx, numberOf('events', args.event));
      return event && loadAfterAction(ctx, event);
    },
  }),
);
