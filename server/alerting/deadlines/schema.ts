import { visibleEvent } from '#server/alerting/events/visible.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { DeadlineRef, type DeadlineRow, EventRef, type Row, UserRef } from '#server/api/graphql/types.ts';
import { readIn } from '#shared/administration/translated.ts';
import { type ReportWay, reportWays } from '#shared/deadlines.ts';
import { additionsOf, deadlinesOf, findDeadline } from './due.ts';

const states = ['WAITING', 'RUNNING', 'DUE_SOON', 'OVERDUE', 'REPORTED', 'NOT_REQUIRED'] as const;

const DeadlineState = builder.enumType('DeadlineState', {
  description:
    'WAITING: its beginning is not known yet. DUE_SOON: it ends within four hours. REPORTED: the report left. ' +
    'NOT_REQUIRED: declared so, with a reason.',
  values: states,
});

export const ReportWayRef = builder.enumType('ReportWay', {
  description: 'The way on which a report reached the authority.',
  values: Object.keys(reportWays) as ReportWay[],
});

const DeadlineStart = builder.enumType('DeadlineStart', {
  description:
    'KNOWLEDGE: knowledge of the event. DISPATCH: the dispatch of another report. END: the end of the event. ' +
    'FIXED: none, the authority named the time.',
  values: ['KNOWLEDGE', 'DISPATCH', 'END', 'FIXED'] as const,
});

const Addition = builder.objectRef<Row<'deadlineAdditions'>>('DeadlineAddition').implement({
  description: 'A text that was added to a recorded dispatch.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it was added.' }),
    text: t.exposeString('text', { description: 'The text.' }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who added it.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.byUserId),
    }),
  }),
});

const stateOf = (row: DeadlineRow): (typeof states)[number] => {
  if (row.reportedAt) return 'REPORTED';
  if (row.waivedAt) return 'NOT_REQUIRED';
  if (!row.dueAt) return 'WAITING';
  if (row.isOverdue) return 'OVERDUE';
  return row.isDueSoon ? 'DUE_SOON' : 'RUNNING';
};

DeadlineRef.implement({
  description: 'A deadline of an event for a report to an authority.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('deadlines', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    name: t.string({
      description: 'The name of the report, in the reader’s language.',
      resolve: (row, _args, ctx) => readIn(row, 'name', ctx.viewer?.language ?? 'de'),
    }),
    event: t.field({
      type: EventRef,
      description: 'The event.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'events', row.eventId))!,
    }),
    state: t.field({ type: DeadlineState, description: 'Its state at this moment.', resolve: stateOf }),
    dueAt: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ends; null while its beginning is not known.',
    }),
    countsFrom: t.field({
      type: DeadlineStart,
      description: 'From when it is counted.',
      resolve: (row) => row.countsFrom as 'KNOWLEDGE',
    }),
    after: t.field({
      type: DeadlineRef,
      nullable: true,
      description: 'The report from whose dispatch it is counted.',
      resolve: async (row, _args, ctx) =>
        (await deadlinesOf(ctx, row.eventId)).find(({ id }) => id === row.afterId) ?? null,
    }),
    acceptsProgress: t.exposeBoolean('acceptsProgress', {
      description: 'Whether a progress report meets it while the event runs.',
    }),
    draft: t.exposeString('draft', { nullable: true, description: 'The stored draft of the report.' }),
    version: t.exposeInt('version', { description: 'Counts the changes of the draft.' }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime', nullable: true, description: 'When the report left.' }),
    recordedAt: t.expose('recordedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its dispatch was recorded.',
    }),
    reportedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who recorded its dispatch.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.reportedBy),
    }),
    way: t.field({
      type: ReportWayRef,
      nullable: true,
      description: 'The way on which it left.',
      resolve: (row) => row.way as ReportWay | null,
    }),
    reference: t.exposeString('reference', { nullable: true, description: 'The reference number of the authority.' }),
    report: t.exposeString('report', { nullable: true, description: 'The text that was reported.' }),
    isProgress: t.exposeBoolean('isProgress', { description: 'Whether it was a progress report.' }),
    waivedAt: t.expose('waivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was declared not required.',
    }),
    waivedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who declared it not required.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.waivedBy),
    }),
    waivedReason: t.exposeString('waivedReason', { nullable: true, description: 'Why it is not required.' }),
    additions: t.field({
      type: [Addition],
      description: 'Texts that were added to the recorded dispatch, in their order.',
      complexity: 5,
      resolve: (row, _args, ctx) => additionsOf(ctx, row.id),
    }),
  }),
});

builder.objectFields(EventRef, (t) => ({
  knownAt: t.expose('knownAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the organisation knew of it, from which deadlines are counted; null without deadlines.',
  }),
  deadlines: t.field({
    type: [DeadlineRef],
    description: 'Its deadlines for reports to authorities: by the moment that they end, at most 150.',
    complexity: 10,
    resolve: (row, _args, ctx) => deadlinesOf(ctx, row.id),
  }),
}));

builder.queryFields((t) => ({
  deadline: t.field({
    type: DeadlineRef,
    nullable: true,
    description: 'One deadline of an event that is not deleted, or null.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The deadline.' }) },
    resolve: async (_parent, { id }, ctx) => {
      const row = await findDeadline(ctx.db, numberOf('deadlines', id));
      return row && (await visibleEvent(ctx, row.eventId)) ? row : null;
    },
  }),
}));
