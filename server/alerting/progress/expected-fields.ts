import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { PersonRef, ReportRef, type Row } from '#server/api/graphql/types.ts';
import { type ExpectedArrival, listExpected } from './expected.ts';

const ArrivalStateEnum = builder.enumType('ArrivalState', {
  description: 'How far somebody who said they come is.',
  values: {
    arrived: { description: 'There.' },
    expected: { description: 'On the way, in time.' },
    overdue: {
      description: 'Should have been there; does not count for stop limits until they arrive or answer again.',
    },
    open: { description: 'Did not say when.' },
    not_needed: { description: 'Was told since that enough others come.' },
  } as const,
});

/** ExpectedArrival as the API names it. */
export const ExpectedArrivalRef = builder.objectRef<ExpectedArrival>('ExpectedArrival').implement({
  description: 'Somebody who said they come.',
  fields: (t) => ({
    person: t.field({
      type: PersonRef,
      description: 'The person.',
      resolve: async (row, _args, ctx) => (await loadRow<'people', Row<'people'>>(ctx, 'people', row.id))!,
    }),
    recipient: t.id({
      description: 'A recipient row of the person, for recording that they are there.',
      resolve: (row) => idOf('message_recipients', row.recipientId),
    }),
    state: t.field({ type: ArrivalStateEnum, description: 'How far they are.', resolve: (row) => row.state }),
    expectedAt: t.expose('expectedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When they said they would be there; empty when they did not say.',
    }),
    overdueAt: t.expose('overdueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'From when on they are overdue unless they are there.',
    }),
    arrivedAt: t.expose('arrivedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was said they are there.',
    }),
  }),
});

builder.objectFields(ReportRef, (t) => ({
  expected: t.field({
    type: connectionOf(ExpectedArrivalRef),
    description:
      'Those who said they come, by the time they are expected; who is there, and who is not needed, after them.',
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (row, args, ctx) => listExpected(ctx, row.id, args),
  }),
}));
