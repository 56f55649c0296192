import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, EventTypeRef, MailingListRef } from '#server/api/graphql/types.ts';
import { inPerson } from '#server/api/viewer/viewer.ts';
import { cancelDrill, listOwnDrills, type OwnDrill, planDrill } from './plan.ts';
import type { DrillPlan } from './sealed-plan.ts';
import { drillRight } from './start-due.ts';

const texts = {
  fromDay: 'The first day, YYYY-MM-DD.',
  untilDay: 'The last day, at most a year later.',
  weekdays: 'The days on which the hours may begin; 1 is Monday, 7 is Sunday.',
  fromTime: 'The beginning of the allowed hours, HH:MM.',
  untilTime: 'Their end. If it is not later than the beginning, it is on the next day.',
  minutes: 'After how many minutes the program finishes the event, 5 to 480.',
};

const PlanRef = builder.objectRef<Omit<DrillPlan, 'startAt'>>('DrillPlan').implement({
  description: 'What the author of a drill entered. The moment is not part of it.',
  fields: (t) => ({
    eventType: t.field({
      type: EventTypeRef,
      nullable: true,
      description: 'The event type; null if it was removed.',
      resolve: ({ eventType }, _args, ctx) => loadRow(ctx, 'eventTypes', eventType),
    }),
    lists: t.field({
      type: [MailingListRef],
      description: 'Mailing lists that replace those of the event type; empty: those of the event type.',
      complexity: { field: 10, multiplier: 5 },
      resolve: async ({ lists }, _args, ctx) =>
        (await Promise.all(lists.map((id) => loadRow(ctx, 'mailingLists', id)))).filter((row) => row !== null),
    }),
    fromDay: t.exposeString('fromDay', { description: texts.fromDay }),
    untilDay: t.exposeString('untilDay', { description: texts.untilDay }),
    weekdays: t.exposeIntList('weekdays', { description: texts.weekdays }),
    fromTime: t.exposeString('fromTime', { description: texts.fromTime }),
    untilTime: t.exposeString('untilTime', { description: texts.untilTime }),
    timeZone: t.exposeString('timeZone', { description: 'The time zone of these days and times.' }),
    minutes: t.exposeInt('minutes', { description: texts.minutes }),
  }),
});

const DrillRef = builder.objectRef<OwnDrill>('Drill').implement({
  description:
    'An unannounced drill. Before it runs, no one but its author learns that it is planned; no one learns when.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its random id.' }),
    state: t.exposeString('state', { description: 'planned, running, done or dropped.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description:
        'Why it was dropped (author, missed, real_event, unreadable, or a refusal) or ended early (real_event, cancelled).',
    }),
    plan: t.field({
      type: PlanRef,
      nullable: true,
      description: 'What its author entered; null if the key of the installation has changed.',
      resolve: ({ plan }) => plan,
    }),
    event: t.field({
      type: EventRef,
      nullable: true,
      description: 'The event, once it has run.',
      resolve: ({ eventId }, _args, ctx) => loadRow(ctx, 'events', eventId),
    }),
    plannedAt: t.expose('plannedAt', { type: 'DateTime', description: 'When it was planned.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When it started.' }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended or was dropped.' }),
  }),
});

const DrillInput = builder.inputType('DrillInput', {
  description: 'A new drill. Days and times are those of the time zone of the installation.',
  fields: (t) => ({
    eventType: t.id({ required: true, description: 'The event type, whose prepared alarm is sent as an exercise.' }),
    lists: t.idList({ description: 'Mailing lists instead of those of the event type, at most 50.' }),
    fromDay: t.string({ required: true, description: texts.fromDay }),
    untilDay: t.string({ required: true, description: texts.untilDay }),
    weekdays: t.intList({ required: true, description: texts.weekdays }),
    fromTime: t.string({ required: true, description: texts.fromTime }),
    untilTime: t.string({ required: true, description: texts.untilTime }),
    minutes: t.int({ required: true, description: texts.minutes }),
  }),
});

builder.queryField('ownDrills', (t) =>
  t.field({
    type: [DrillRef],
    description: 'The drills that the signed-in user planned, the newest first, at most 100.',
    authScopes: { feature: drillRight },
    complexity: 50,
    resolve: (_parent, _args, ctx) => listOwnDrills(inPerson(ctx)),
  }),
);

builder.mutationFields((t) => ({
  planDrill: t.field({
    type: DrillRef,
    description: 'Plans a drill: the program starts an exercise at a random moment of the allowed time.',
    authScopes: { feature: drillRight },
    args: { input: t.arg({ type: DrillInput, required: true, description: 'The plan.' }) },
    resolve: (_parent, { input: { eventType, lists, weekdays, ...input } }, ctx) =>
      planDrill(inPerson(ctx), {
        ...input,
        weekdays: [...weekdays],
        eventType: numberOf('event_types', eventType),
        lists: (lists ?? []).map((list) => numberOf('mailing_lists', list)),
      }),
  }),
  cancelDrill: t.boolean({
    description: 'Deletes a planned drill, or ends a running one. Only for its author.',
    authScopes: { feature: drillRight },
    args: { id: t.arg.id({ required: true, description: 'The drill.' }) },
    resolve: async (_parent, { id }, ctx) => {
      await cancelDrill(inPerson(ctx), id);
      return true;
    },
  }),
}));
