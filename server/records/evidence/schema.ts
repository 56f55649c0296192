import { PeopleFiguresRef } from '#server/alerting/progress/figures-type.ts';
import { builder, oncePerDocument } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import {
  type Evidence,
  type Finding,
  mostGrouped,
  mostTests,
  type PlanChannel,
  type PlanFunction,
  type PlanPerson,
  type PlanTest,
  type Revision,
} from './evidence.ts';
import { loadEvidence } from './load.ts';
import type { Responsible } from './responsible.ts';
import type { ShownGroup } from './small-groups.ts';

const FunctionRef = builder.objectRef<PlanFunction>('EvidenceFunction').implement({
  description: 'A function on a mailing list of the plan.',
  fields: (t) => ({
    list: t.exposeString('list', { description: 'The mailing list.' }),
    group: t.exposeString('group', { description: 'The group.' }),
    needed: t.exposeInt('needed', { nullable: true, description: 'The stop limit; null: everyone is asked.' }),
    onDuty: t.exposeBoolean('onDuty', { description: 'Whether only people on duty are asked.' }),
    members: t.exposeInt('members', { description: 'People of the group and those below it.' }),
    usable: t.exposeInt('usable', { description: 'Those who are active and have an address on an active channel.' }),
  }),
});

const ChannelRef = builder.objectRef<PlanChannel>('EvidenceChannel').implement({
  description: 'A channel that an alarm of the plan uses by default.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    type: t.exposeString('type', { description: 'The identifier of its type.' }),
    trouble: t.exposeString('trouble', { nullable: true, description: 'Why it does not work now, as a key.' }),
    lastSuccessAt: t.expose('lastSuccessAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its provider last accepted a message.',
    }),
  }),
});

const GroupRef = builder.objectRef<ShownGroup>('EvidenceGroup').implement({
  description: 'The asked people of a group in an alarm. Groups of fewer than five people have no figures of answers.',
  fields: (t) => ({
    group: t.exposeString('group', { description: 'The group.' }),
    people: t.exposeInt('people', { description: 'People who were asked.' }),
    reached: t.exposeInt('reached', { description: 'Those with a receipt or an answer.' }),
    positive: t.exposeInt('positive', { nullable: true, description: 'People who answered that they come.' }),
    negative: t.exposeInt('negative', { nullable: true, description: 'People who answered that they do not come.' }),
    neutral: t.exposeInt('neutral', { nullable: true, description: 'People who had not decided.' }),
    none: t.exposeInt('none', { nullable: true, description: 'People who did not answer.' }),
  }),
});

const TestRef = builder.objectRef<PlanTest>('EvidenceTest').implement({
  description: 'A drill or a real alarm of the plan, with the figures of the after-action review.',
  fields: (t) => ({
    event: t.exposeInt('eventId', { description: 'The number of its event.' }),
    report: t.exposeInt('reportId', { description: 'The number of its report.' }),
    name: t.exposeString('name', { description: 'The name of its event.' }),
    mode: t.exposeString('mode', { description: 'LIVE, EXERCISE or TEST.' }),
    isUnannounced: t.exposeBoolean('isUnannounced', { description: 'Whether the program chose the moment.' }),
    at: t.expose('at', {
      type: 'DateTime',
      description: 'When its first message was handed over, or it was launched.',
    }),
    figures: t.field({
      type: PeopleFiguresRef,
      nullable: true,
      description: 'All its people; null if works-council mode withholds them, because they are fewer than five.',
      resolve: ({ figures }) => figures,
    }),
    groups: t.field({
      type: [GroupRef],
      nullable: true,
      description: `Its people by group; null for all but the newest ${mostGrouped}.`,
      resolve: ({ groups }) => groups,
    }),
  }),
});

const RevisionRef = builder.objectRef<Revision>('EvidenceRevision').implement({
  description: 'A part of the plan with its last change in the change log.',
  fields: (t) => ({
    kind: t.exposeString('kind', { description: 'The type of the part.' }),
    name: t.exposeString('name', { description: 'Its name.' }),
    at: t.expose('at', { type: 'DateTime', nullable: true, description: 'When it changed; null: not recorded.' }),
    by: t.exposeString('by', { nullable: true, description: 'The user who changed it.' }),
    action: t.exposeString('action', { nullable: true, description: 'create, update, switch_off or remove.' }),
  }),
});

const PersonRef = builder.objectRef<PlanPerson>('EvidencePerson').implement({
  description: 'A person in the plan.',
  fields: (t) => ({
    person: t.exposeInt('personId', { description: 'The number of the person.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    groups: t.exposeString('groups', { description: 'The groups of the plan.' }),
    leaver: t.exposeString('leaver', {
      nullable: true,
      description: 'Why no alarm reaches them: inactive, deletion_requested, opted_out, no_address, or away for long.',
    }),
    drilledIn: t.exposeString('drilledIn', {
      nullable: true,
      description: 'The month of the last drill that reached them, YYYY-MM; null in works-council mode.',
    }),
  }),
});

const FindingRef = builder.objectRef<Finding>('EvidenceFinding').implement({
  description: 'A finding that someone has to resolve.',
  fields: (t) => ({
    key: t.exposeString('key', {
      description:
        'never_tested, overdue, no_responsible, responsible_left, no_list, no_text, too_few, no_deputy, channel, ' +
        'leavers, or not_drilled.',
    }),
    name: t.exposeString('name', { nullable: true, description: 'The function, channel or deputy.' }),
    count: t.exposeInt('count', { description: 'People, or days since the last alarm.' }),
  }),
});

const TextRef = builder.objectRef<Evidence['texts'][number]>('EvidenceText').implement({
  description: 'A prepared text of the alarm.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    content: t.exposeString('content', { description: 'Its words.' }),
  }),
});

const TaskRef = builder.objectRef<Evidence['checklist'][number]>('EvidenceTask').implement({
  description: 'A task of the checklist.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The task.' }),
    who: t.exposeString('who', { description: 'The function that does it.' }),
    minutes: t.exposeInt('minutes', { nullable: true, description: 'Minutes until it is due.' }),
  }),
});

const ResponsibleRef = builder.objectRef<Responsible>('EvidenceResponsible').implement({
  description: 'A person who answers for the plan, or the deputy.',
  fields: (t) => ({
    person: t.exposeInt('personId', { description: 'The number of the person.' }),
    name: t.exposeString('name', { description: 'The name.' }),
    hasLeft: t.exposeBoolean('hasLeft', {
      description: 'Whether the person is deactivated, erased, or asked for deletion.',
    }),
  }),
});

const PackRef = builder.objectRef<Evidence>('EvidencePack').implement({
  description: 'The evidence of an alarm plan: an event type with its lists, functions, texts, tests and revisions.',
  fields: (t) => ({
    name: t.string({ description: 'The event type.', resolve: ({ eventType }) => eventType.name }),
    asOf: t.expose('asOf', { type: 'DateTime', description: 'The moment of the evidence.' }),
    responsible: t.field({
      type: ResponsibleRef,
      nullable: true,
      description: 'The person who answers for the plan.',
      resolve: ({ responsible }) => responsible,
    }),
    deputy: t.field({
      type: ResponsibleRef,
      nullable: true,
      description: 'The deputy of the responsible person.',
      resolve: ({ deputy }) => deputy,
    }),
    texts: t.field({ type: [TextRef], description: 'The prepared texts.', resolve: ({ texts }) => texts }),
    lists: t.exposeStringList('lists', { description: 'The mailing lists.' }),
    functions: t.field({ type: [FunctionRef], description: 'The functions.', resolve: (row) => row.functions }),
    channels: t.field({ type: [ChannelRef], description: 'The channels.', resolve: ({ channels }) => channels }),
    checklist: t.field({ type: [TaskRef], description: 'The checklist.', resolve: ({ checklist }) => checklist }),
    tests: t.field({
      type: [TestRef],
      description: `Drills and real alarms, the newest first, at most ${mostTests}.`,
      resolve: ({ tests }) => tests,
    }),
    lastTestAt: t.expose('lastTestAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last drill or real alarm.',
    }),
    intervalDays: t.exposeInt('intervalDays', { description: 'The wanted number of days between two of them.' }),
    revisions: t.field({ type: [RevisionRef], description: 'The last changes.', resolve: (row) => row.revisions }),
    people: t.exposeInt('people', { description: 'Distinct people in the plan.' }),
    drilled: t.exposeInt('drilled', {
      nullable: true,
      description:
        'Those whom a drill has reached; null if works-council mode withholds it, for fewer than five people.',
    }),
    hidesPersons: t.exposeBoolean('hidesPersons', {
      description: 'Whether works-council mode is on, so that no person says whether a drill reached them.',
    }),
    persons: t.field({
      type: [PersonRef],
      nullable: true,
      description: 'The people in the plan; null without the right to edit contacts.',
      resolve: ({ persons }) => persons,
    }),
    findings: t.field({ type: [FindingRef], description: 'Open findings.', resolve: ({ findings }) => findings }),
  }),
});

builder.queryField('evidencePack', (t) =>
  t.field({
    type: PackRef,
    nullable: true,
    description: 'The evidence of an alarm plan; null if the event type does not exist.',
    authScopes: { feature: 'view_audit_log' },
    args: { eventType: t.arg.id({ required: true, description: 'The event type.' }) },
    complexity: oncePerDocument,
    resolve: (_parent, { eventType }, ctx) => loadEvidence(signedIn(ctx), numberOf('event_types', eventType)),
  }),
);
