import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { PersonRef, ReportRef } from '#server/api/graphql/types.ts';
import { type ExpectedArrival, listExpected } from './expected.ts';

const ArrivalStateEnum = builder.enumType('ArrivalState', {
  description: 'The arrival state of a person who answered that they come.',
  values: {
    arrived: { description: 'Has arrived.' },
    expected: { description: 'Is on the way, in time.' },
    overdue: {
      description: 'Is late. Does not count for stop limits until they arrive or answer again.',
    },
    open: { description: 'Gave no arrival time.' },
    not_needed: { description: 'Was notified later that enough others come.' },
  } as const,
});

/** ExpectedArrival in the API. */
export const ExpectedArrivalRef = builder.objectRef<ExpectedArrival>('ExpectedArrival').implement({
  description: 'A person who answered that they come.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'people', row.id))!,
    }),
    recipient: t.id({
      description: 'A recipient row of the person, for recording the arrival.',
      resolve: (row) => idOf('message_recipients', row.recipientId),
    }),
    state: t.field({ type: ArrivalStateEnum, description: 'Their arrival state.', resolve: (row) => row.state }),
    expectedAt: t.expose('expectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The arrival time they gave; null if they gave none.',
    }),
    overdueAt: t.expose('overdueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time from which they are overdue if they have not arrived.',
    }),
    arrivedAt: t.expose('arrivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When their arrival was recorded.',
    }),
  }),
});

builder.objectFields(ReportRef, (t) => ({
  expected: t.field({
    type: connectionOf(ExpectedArrivalRef),
    description:
      'People who answered that they come, by expected arrival. People who have arrived or are not needed follow.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listExpected(ctx, row.id, args),
  }),
}));
