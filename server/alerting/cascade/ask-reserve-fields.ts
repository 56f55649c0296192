import { existingReport } from '#server/alerting/messages/read.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { ReportRef } from '#server/api/graphql/types.ts';
import { askReserve } from './ask-reserve.ts';

const AskNextInput = builder.inputType('AskNextInput', {
  description: 'A function for which the next person in reserve is asked.',
  fields: (t) => ({
    group: t.id({ required: true, description: 'The limited group.' }),
    contacted: t.int({
      required: true,
      description:
        'How many people have been asked for it so far. If others were asked since, the function is skipped.',
    }),
  }),
});

builder.mutationField('askReserve', (t) =>
  t.field({
    type: ReportRef,
    description:
      'Asks people in reserve now: all of them, or the next one of each named function. Refused after the ' +
      'all-clear, after the end of the event, and if there is no one left to ask.',
    authScopes: { anyFeature: ['send_message', 'send_activation_message'] },
    args: {
      report: t.arg.id({ required: true, description: 'The report.' }),
      next: t.arg({ type: [AskNextInput], description: 'Asks only the next person of each of these functions.' }),
    },
    resolve: async (_parent, { report, next }, ctx) => {
      const wanted = next?.map(({ group, contacted }) => ({ groupId: numberOf('groups', group), contacted }));
      await askReserve(ctx, numberOf('reports', report), wanted);
      return existingReport(ctx.db, numberOf('reports', report));
    },
  }),
);
