import { visibleEvent } from '#server/alerting/events/visible.ts';
import { PeopleFiguresRef } from '#server/alerting/progress/figures-type.ts';
import { StopLimitStateEnum } from '#server/alerting/progress/report-fields.ts';
import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, LogEntryRef, PersonRef, ReportRef, type Row } from '#server/api/graphql/types.ts';
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
  shown,
} from './after-action.ts';
import { loadAfterAction } from './load.ts';

const AlarmOutcomeRef = builder.objectRef<AlarmOutcome>('AlarmOutcome').implement({
  description: 'What came of a report that asked for answers.',
  fields: (t) => ({
    report: t.field({
      type: ReportRef,
      description: 'The report.',
      resolve: async (row, _args, ctx) => (await loadRow<'reports', Row<'reports'>>(ctx, 'reports', row.reportId))!,
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its first message was handed to a provider.',
    }),
    firstAt: t.expose('firstAt', { type: 'DateTime', nullable: true, description: 'When the first answer came.' }),
    halfAt: t.expose('halfAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When half of those who were asked had answered; empty while they have not.',
    }),
    allAt: t.expose('allAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When all of those who were asked had answered; empty while they have not.',
    }),
    figures: t.field({
      type: PeopleFiguresRef,
      description: 'All its people by how far it came with them.',
      resolve: (alarm) => alarm,
    }),
    people: t.exposeInt('people', { description: 'People it was for, each once whatever the channels.' }),
    reached: t.exposeInt('reached', { description: 'Of them those with a receipt or an answer.' }),
    asked: t.exposeInt('asked', { description: 'People who were asked for an answer, or gave one unasked.' }),
    positive: t.exposeInt('positive', { description: 'People who said that they come.' }),
    negative: t.exposeInt('negative', { description: 'People who said that they do not come.' }),
    neutral: t.exposeInt('neutral', { description: 'People who had not decided.' }),
    none: t.exposeInt('none', { description: 'People who were asked and did not answer.' }),
  }),
});

const ChannelOutcomeRef = builder.objectRef<ChannelOutcome>('ChannelOutcome').implement({
  description: 'What went to people over a channel in an event, and what came back over it.',
  fields: (t) => ({
    name: t.string({
      description: 'Its name.',
      resolve: (channel, _args, ctx) => readIn(channel, 'name', ctx.viewer?.language),
    }),
    type: t.exposeString('type', { description: 'Identifier of its type.' }),
    messages: t.exposeInt('messages', { description: 'Recipients of its messages, those left out not counted.' }),
    handedOver: t.exposeInt('handedOver', { description: 'Of them those for whom a provider took the message.' }),
    delivered: t.exposeInt('delivered', { description: 'Of those, the ones with a receipt.' }),
    failed: t.exposeInt('failed', { description: 'Of them those who got nothing and will not.' }),
    open: t.exposeInt('open', { description: 'Of them those for whom it still goes on.' }),
    suppressed: t.exposeInt('suppressed', {
      description: 'People for whom it was not tried, e.g. without an address.',
    }),
    answers: t.exposeInt('answers', { description: 'Answers that hold and came over it.' }),
  }),
});

const GroupOutcomeRef = builder.objectRef<GroupOutcome>('GroupOutcome').implement({
  description: 'How a group was reached and answered, by who belongs to it now.',
  fields: (t) => ({
    id: t.exposeInt('groupId', { description: 'Number of the group.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    people: t.exposeInt('people', { description: 'Its people who were asked, or answered unasked.' }),
    reached: t.exposeInt('reached', { description: 'Of them those with a receipt or an answer.' }),
    positive: t.exposeInt('positive', { description: 'Said that they come.' }),
    negative: t.exposeInt('negative', { description: 'Said that they do not come.' }),
    neutral: t.exposeInt('neutral', { description: 'Had not decided.' }),
    none: t.exposeInt('none', { description: 'Did not answer.' }),
    arrived: t.exposeInt('arrived', { description: 'Arrived.' }),
  }),
});

const LimitOutcomeRef = builder.objectRef<LimitOutcome>('LimitOutcome').implement({
  description: 'What came of a stop limit.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'Name of the limited group.' }),
    list: t.exposeString('list', { description: 'Name of the mailing list it stood in.' }),
    needed: t.exposeInt('needed', { description: 'Positive answers wanted.' }),
    reached: t.exposeInt('reached', { description: 'Positive answers that hold.' }),
    contacted: t.exposeInt('contacted', { description: 'People who were asked.' }),
    state: t.field({ type: StopLimitStateEnum, description: 'How it stands.', resolve: (limit) => limit.state }),
    begunAt: t.expose('begunAt', { type: 'DateTime', description: 'When it began to ask.' }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was filled or given up; empty while it asks.',
    }),
  }),
});

const CameStateEnum = builder.enumType('CameState', {
  description: 'Whether somebody who was expected came.',
  values: {
    arrived: { description: 'They came.' },
    not_needed: { description: 'They were told after their answer that they are not needed.' },
    missing: { description: 'They said that they come, and nobody recorded that they did.' },
  } as const,
});

const CameRef = builder.objectRef<Came>('Came').implement({
  description: 'Somebody who said that they come, or came without.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow<'people', Row<'people'>>(ctx, 'people', row.personId))!,
    }),
    functions: t.exposeString('functions', {
      nullable: true,
      description: 'The groups with a stop limit for which they were chosen.',
    }),
    answeredAt: t.expose('answeredAt', { type: 'DateTime', nullable: true, description: 'When they said so.' }),
    expectedAt: t.expose('expectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they said they would be there.',
    }),
    arrivedAt: t.expose('arrivedAt', { type: 'DateTime', nullable: true, description: 'When they were there.' }),
    state: t.field({ type: CameStateEnum, description: 'Whether they came.', resolve: (row) => row.state }),
  }),
});

const CameCountsRef = builder.objectRef<CameCounts>('CameCounts').implement({
  description: 'How many of those who were expected came.',
  fields: (t) => ({
    arrived: t.exposeInt('arrived', { description: 'Who came.' }),
    notNeeded: t.exposeInt('notNeeded', { description: 'Who were told that they are not needed.' }),
    missing: t.exposeInt('missing', { description: 'Who said that they come, and are not recorded as arrived.' }),
  }),
});

const CoursePointRef = builder.objectRef<CoursePoint>('CoursePoint').implement({
  description: 'How far answers and arrivals were at a moment.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The moment.' }),
    answered: t.exposeInt('answered', { description: 'People who had answered by then.' }),
    coming: t.exposeInt('coming', { description: 'Of them those whose answer is positive.' }),
    arrived: t.exposeInt('arrived', { description: 'People who were there by then.' }),
  }),
});

const AfterActionRef = builder.objectRef<AfterAction>('AfterAction').implement({
  description: 'What is known of an event when one looks back at it.',
  fields: (t) => ({
    event: t.field({ type: EventRef, description: 'The event.', resolve: (row) => row.event }),
    alarms: t.field({
      type: [AlarmOutcomeRef],
      description: 'Its reports that asked for answers and went out, oldest first.',
      resolve: (row) => row.alarms,
    }),
    reach: t.field({
      type: PeopleFiguresRef,
      description: 'The people of all of these, each once.',
      resolve: (row) => row.reach,
    }),
    channels: t.field({
      type: [ChannelOutcomeRef],
      description: 'The channels over which people were told something.',
      resolve: (row) => row.channels,
    }),
    groups: t.field({
      type: [GroupOutcomeRef],
      description: `The groups of those who were alarmed, the largest first; at most ${shown.groups}.`,
      resolve: (row) => row.groups,
    }),
    limits: t.field({ type: [LimitOutcomeRef], description: 'The stop limits.', resolve: (row) => row.limits }),
    counts: t.field({ type: CameCountsRef, description: 'Who came, in figures.', resolve: (row) => row.counts }),
    people: t.field({
      type: [CameRef],
      description: `Who came when, the first to arrive first; at most ${shown.people}.`,
      resolve: (row) => row.people,
    }),
    course: t.field({
      type: [CoursePointRef],
      description: 'How answers and arrivals grew from the first alarm on, six hours at most.',
      resolve: (row) => row.course,
    }),
    timeline: t.field({
      type: [LogEntryRef],
      description: `What its log says beside single answers and arrivals, by when it happened; at most ${shown.timeline}.`,
      resolve: (row) => row.timeline,
    }),
    moreTimeline: t.exposeInt('moreTimeline', { description: 'Entries of it that are left out here.' }),
  }),
});

builder.queryField('afterAction', (t) =>
  t.field({
    type: AfterActionRef,
    nullable: true,
    description: 'What came of an event: whom it reached, who answered when and who came; null when there is none.',
    authScopes: { signedIn: true },
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    complexity: oncePerDocument,
    resolve: async (_parent, args, ctx) => {
      const event = await visibleEvent(ctx, numberOf('events', args.event));
      return event && loadAfterAction(ctx.db, event);
    },
  }),
);
