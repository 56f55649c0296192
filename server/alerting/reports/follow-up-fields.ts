import { featuresFor } from '#server/alerting/messages/report-rules.ts';
import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, ReportRef, type Row } from '#server/api/graphql/types.ts';
import type { FollowUpKind } from '#server/channels/rendering/texts.ts';
import { copyReport } from './copy.ts';
import { followReport, giveAllClear } from './follow-up.ts';
import { alerted, areOut, callsIn, followAlarms, kindsOf, linked, onlyInform } from './follow-up-queries.ts';

const FollowUpKindEnum = builder.enumType('FollowUpKind', {
  description: 'What a follow-up of a report is.',
  values: {
    CORRECTION: { value: 'correction', description: 'The right text for a wrong one.' },
    ALL_CLEAR: { value: 'all_clear', description: 'The word that it is over.' },
    TO_ALL: { value: 'to_all', description: 'One more message to everyone who got it, with a text of its own.' },
  } as const satisfies Record<string, { value: FollowUpKind; description: string }>,
});

const following = anyOf('send_message', 'send_activation_message');

builder.mutationFields((t) => ({
  createFollowUp: t.field({
    type: ReportRef,
    description:
      'The draft of a correction of a report, of the all-clear for it or of one more message to all who got it, on the ' +
      'channels it went out on and to exactly those who may have got it. While one is not sent, it is answered again.',
    authScopes: following,
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      kind: t.arg({ type: FollowUpKindEnum, required: true, description: 'What it shall be.' }),
    },
    resolve: (_parent, { report, kind }, ctx) => followReport(ctx, numberOf('reports', report), kind),
  }),
  createAllClear: t.field({
    type: ReportRef,
    description: 'The same as the all-clear for an event, to everyone whom one of its activations may have reached.',
    authScopes: following,
    args: { event: t.arg.id({ required: true, description: 'The event.' }) },
    resolve: (_parent, { event }, ctx) => giveAllClear(ctx, numberOf('events', event)),
  }),
  copyReport: t.field({
    type: ReportRef,
    description: 'A new draft in the same event that says the same, on the same channels, to those chosen for it.',
    authScopes: anyOf(...featuresFor('create')),
    args: { id: t.arg.id({ required: true, description: 'The report.' }) },
    resolve: (_parent, { id }, ctx) => copyReport(ctx, numberOf('reports', id)),
  }),
}));

builder.objectFields(ReportRef, (t) => ({
  isOut: t.boolean({
    description: 'Whether somebody may have got it, or it was published: it can be corrected.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.isOut', (ids: number[], db) => areOut(db, ids)).load(row.id)) ?? false,
  }),
  follows: t.field({
    type: [ReportRef],
    description:
      'What it corrects, gives the all-clear for or adds to; it goes to exactly those who may have got that.',
    resolve: async (row, _args, ctx) => {
      const ids = loader(ctx.loaders, 'report.follows', (of: number[], db) => linked(db, of, 'follows'));
      return reports(ctx, (await ids.load(row.id)) ?? []);
    },
  }),
  followsAlarm: t.boolean({
    description: 'Whether it follows an alarm, itself or by what it follows: it is sent by whoever may send alarms.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.followsAlarm', (ids: number[], db) => followAlarms(db, ids)).load(row.id)) ??
      false,
  }),
  followUpKind: t.field({
    type: FollowUpKindEnum,
    nullable: true,
    description: 'What it is to those it follows; null when it stands for itself.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.followUpKind', (ids: number[], db) => kindsOf(db, ids)).load(row.id)) ?? null,
  }),
  followUps: t.field({
    type: [ReportRef],
    description: 'What corrects it, gives the all-clear for it or adds to it, drafts included.',
    resolve: async (row, _args, ctx) => {
      const ids = loader(ctx.loaders, 'report.followUps', (of: number[], db) => linked(db, of, 'followUps'));
      return reports(ctx, (await ids.load(row.id)) ?? []);
    },
  }),
}));

const reports = (ctx: Parameters<typeof loadRow>[0], ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await loadRow<'reports', Row<'reports'>>(ctx, 'reports', id))!));

builder.objectField(EventRef, 'alerted', (t) =>
  t.boolean({
    description: 'Whether one of its activations may have reached somebody, who then is to hear when it is over.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.alerted', (ids: number[], db) => alerted(db, ids)).load(row.id)) ?? false,
  }),
);

builder.objectField(EventRef, 'callsIn', (t) =>
  t.boolean({
    description:
      'Whether it waits for an alarm: its kind has alarm lists or is not known, and its reports are not only for press or public.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.callsIn', (ids: number[], db) => callsIn(db, ids)).load(row.id)) ?? false,
  }),
);

builder.objectField(EventRef, 'onlyInforms', (t) =>
  t.boolean({
    description:
      'Whether a communication of it left and nobody has begun an activation: it is no alarm that is missing.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.onlyInforms', (ids: number[], db) => onlyInform(db, ids)).load(row.id)) ??
      false,
  }),
);
