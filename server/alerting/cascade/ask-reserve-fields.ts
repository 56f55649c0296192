import { existingReport } from '#server/alerting/messages/read.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { ReportRef } from '#server/api/graphql/types.ts';
import { askReserve } from './ask-reserve.ts';

const AskNextInput = builder.inputType('AskNextInput', {
  description: 'A function of which the next person in reserve is asked.',
  fields: (t) => ({
    group: t.id({ required: true, description: 'The limited group.' }),
    contacted: t.int({
      required: true,
      description: 'People asked for it so far; if others were asked since, it is left out.',
    }),
  }),
});

builder.mutationField('askReserve', (t) =>
  t.field({
    type: ReportRef,
    description:
      'Asks people in reserve now: all of them, or the next one of each function that is named. Refused after the all-clear ' +
      'and the end of the event, and if nobody is left to ask.',
    authScopes: { anyFeature: ['send_message', 'send_activation_message'] },
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      next: t.arg({ type: [AskNextInput], description: 'Only the next one of each of these functions.' }),
    },
    resolve: async (_parent, { report, next }, ctx) => {
      const wanted = next?.map(({ group, contacted }) => ({ groupId: numberOf('groups', group), contacted }));
      await askReserve(ctx, numberOf('reports', report), wanted);
      return existingReport(ctx.db, numberOf('reports', report));
    },
  }),
);
