import { eventAccess, type PersonAccess, reportAccess } from '#server/api/by-person/access.ts';
import { hoursOpenAfterEnd } from '#server/api/by-person/closed.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { EventRef, ReportRef } from '#server/api/graphql/types.ts';

/** PersonAccess in the API. */
export const PersonAccessEnum = builder.enumType('PersonAccess', {
  description:
    'Whether the viewer sees what single people did: answers, receipts, times and arrivals. If not, lists about people are ' +
    'empty and such fields null.',
  values: {
    open: { description: 'The viewer sees it.' },
    not_permitted: { description: 'The viewer’s roles do not include it; figures of at least five people are shown.' },
    ended: {
      description: `The event ended more than ${hoursOpenAfterEnd} hours ago. Only figures of at least five people are shown, to everyone.`,
    },
  } as const satisfies Record<PersonAccess, object>,
});

builder.objectField(ReportRef, 'personAccess', (t) =>
  t.field({
    type: PersonAccessEnum,
    description: 'Whether the viewer sees its answers, receipts and times by person.',
    resolve: (row, _args, ctx) => reportAccess(ctx, row.id),
  }),
);

builder.objectField(EventRef, 'personAccess', (t) =>
  t.field({
    type: PersonAccessEnum,
    description: 'Whether the viewer sees answers and arrivals by person in its log, replies and review.',
    resolve: (row, _args, ctx) => eventAccess(ctx, row.id),
  }),
);
