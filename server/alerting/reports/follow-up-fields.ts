import { featuresFor } from '#server/alerting/messages/report-rules.ts';
import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, ReportRef } from '#server/api/graphql/types.ts';
import type { FollowUpKind } from '#server/channels/rendering/texts.ts';
import { copyReport } from './copy.ts';
import { followReport, giveAllClear } from './follow-up.ts';
import { alerted, areOut, callsIn, followAlarms, kindsOf, linkedReports, onlyInform } from './follow-up-queries.ts';

const FollowUpKindEnum = builder.enumType('FollowUpKind', {
  description: 'The kind of a follow-up report.',
  values: {
    CORRECTION: { value: 'correction', description: 'The correct text for a wrong one.' },
    ALL_CLEAR: { value: 'all_clear', description: 'The message that the situation is over.' },
    TO_ALL: {
      value: 'to_all',
      description: 'Another message, with its own text, to everyone who received the report.',
    },
  } as const satisfies Record<string, { value: FollowUpKind; description: string }>,
});

const following = anyOf('send_message', 'send_activation_message');

builder.mutationFields((t) => ({
  createFollowUp: t.field({
    type: ReportRef,
    description:
      'Creates the draft of a follow-up: a correction of a report, its all-clear, or another message. It uses the ' +
      'same channels and goes to exactly the people who may have received the report. While a follow-up is unsent, ' +
      'repeating the request returns that draft.',
    authScopes: following,
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      kind: t.arg({ type: FollowUpKindEnum, required: true, description: 'The kind of follow-up.' }),
    },
    resolve: (_parent, { report, kind }, ctx) => followReport(ctx, numberOf('reports', report), kind),
  }),
  createAllClear: t.field({
    type: ReportRef,
    description: 'The same for the all-clear of an event, to everyone that one of its activations may have reached.',
    authScopes: following,
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    resolve: (_parent, { event }, ctx) => giveAllClear(ctx, numberOf('events', event)),
  }),
  copyReport: t.field({
    type: ReportRef,
    description: 'Creates a draft in the same event with the same text, channels and chosen recipients.',
    authScopes: anyOf(...featuresFor('create')),
    args: { id: t.arg.id({ required: true, description: 'The report.' }) },
    resolve: (_parent, { id }, ctx) => copyReport(ctx, numberOf('reports', id)),
  }),
}));

builder.objectFields(ReportRef, (t) => ({
  isOut: t.boolean({
    description: 'Whether it was published or a person may have received it, so that it can be corrected.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.isOut', (ids: number[], db) => areOut(db, ids)).load(row.id)) ?? false,
  }),
  follows: t.field({
    type: [ReportRef],
    description:
      'The report that it corrects, ends or adds to. It goes to exactly the people who may have received that report.',
    resolve: async (row, _args, ctx) => {
      const ids = loader(ctx.loaders, 'report.follows', (of: number[], db) => linkedReports(db, of, 'follows'));
      return reports(ctx, (await ids.load(row.id)) ?? []);
    },
  }),
  followsAlarm: t.boolean({
    description:
      'Whether it follows an alarm, directly or through another report. Only users who may send alarms can send it.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.followsAlarm', (ids: number[], db) => followAlarms(db, ids)).load(row.id)) ??
      false,
  }),
  followUpKind: t.field({
    type: FollowUpKindEnum,
    nullable: true,
    description: 'The kind of follow-up; null for a report that follows none.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.followUpKind', (ids: number[], db) => kindsOf(db, ids)).load(row.id)) ?? null,
  }),
  followUps: t.field({
    type: [ReportRef],
    description: 'Its corrections, all-clears and additional messages, including drafts.',
    resolve: async (row, _args, ctx) => {
      const ids = loader(ctx.loaders, 'report.followUps', (of: number[], db) => linkedReports(db, of, 'followUps'));
      return reports(ctx, (await ids.load(row.id)) ?? []);
    },
  }),
}));

const reports = (ctx: Parameters<typeof loadRow>[0], ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await loadRow(ctx, 'reports', id))!));

builder.objectField(EventRef, 'alerted', (t) =>
  t.boolean({
    description: 'Whether one of its activations may have reached a person, so that an all-clear is needed.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.alerted', (ids: number[], db) => alerted(db, ids)).load(row.id)) ?? false,
  }),
);

builder.objectField(EventRef, 'callsIn', (t) =>
  t.boolean({
    description:
      'Whether an alarm for it is still missing: its event type has alarm lists or is unknown, and its reports are ' +
      'not only for press or public.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.callsIn', (ids: number[], db) => callsIn(db, ids)).load(row.id)) ?? false,
  }),
);

builder.objectField(EventRef, 'onlyInforms', (t) =>
  t.boolean({
    description:
      'Whether a communication of it was sent and no activation was started. Such an event does not lack an alarm.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.onlyInforms', (ids: number[], db) => onlyInform(db, ids)).load(row.id)) ??
      false,
  }),
);
