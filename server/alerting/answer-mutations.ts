import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { recordArrival } from '#server/alerting/answers/arrivals.ts';
import { setStandDown } from '#server/alerting/cascade/switch-stand-down.ts';
import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { MessageRecipientRef, ReportRef } from '#server/api/graphql/types.ts';
import { anyRecipient, existingReport } from './messages/read.ts';
import { featuresFor } from './messages/report-rules.ts';

builder.mutationField('recordAnswer', (t) =>
  t.field({
    type: MessageRecipientRef,
    description: 'Records an answer that a person gave in another way, e.g. by telephone.',
    authScopes: { feature: 'record_answer' },
    args: {
      recipient: t.arg.id({ required: true, description: 'Any recipient row of the person in the report.' }),
      option: t.arg.string({ required: true, description: 'Code of the answer.' }),
      minutes: t.arg.int({ description: 'In how many minutes the person comes, where the answer asks for it.' }),
      text: t.arg.string({ description: 'A comment from the person.' }),
    },
    resolve: async (_parent, { recipient, ...answer }, ctx) => {
      const recipientId = numberOf('message_recipients', recipient);
      await recordAnswer(ctx, { ...answer, recipientId, source: 'operator', by: ctx.viewer!.id });
      return anyRecipient(ctx.db, recipientId);
    },
  }),
);

builder.mutationField('recordArrival', (t) =>
  t.field({
    type: MessageRecipientRef,
    description: 'Records that a person who is coming has arrived. Repeating it changes nothing.',
    authScopes: { feature: 'record_answer' },
    args: {
      recipient: t.arg.id({ required: true, description: 'Any recipient row of the person in the report.' }),
      arrived: t.arg.boolean({ defaultValue: true, description: 'False reverts it.' }),
    },
    resolve: async (_parent, { recipient, arrived }, ctx) => {
      const recipientId = numberOf('message_recipients', recipient);
      const by = ctx.viewer!.id;
      await recordArrival(ctx, { recipientId, arrived: arrived ?? true, source: 'operator', by });
      return anyRecipient(ctx.db, recipientId);
    },
  }),
);

builder.mutationField('setStandDown', (t) =>
  t.field({
    type: ReportRef,
    description:
      'Sets whether asked people who are not needed are notified once the stop limits are reached. Switching it off ' +
      'within the undo window cancels the notice.',
    authScopes: anyOf(...featuresFor('edit')),
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      on: t.arg.boolean({ required: true, description: 'Whether they are notified.' }),
    },
    resolve: async (_parent, { report, on }, ctx) => {
      await setStandDown(ctx, numberOf('reports', report), on);
      return existingReport(ctx.db, numberOf('reports', report));
    },
  }),
);
