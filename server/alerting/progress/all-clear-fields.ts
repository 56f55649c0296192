import { builder } from '#server/api/graphql/builder.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import { EventRef, MessageRecipientRef, ReportRef } from '#server/api/graphql/types.ts';
import { allClearsOf, crossedOf } from './all-clears.ts';

builder.objectField(ReportRef, 'allClearAt', (t) =>
  t.expose('allClearAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When the all-clear for it was given. Nothing of it leaves after that.',
  }),
);

builder.objectField(EventRef, 'allClearAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When the all-clear for the last of its activations was given; null while one has none.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'event.allClearAt', (ids: number[], db) => allClearsOf(db, ids)).load(row.id)) ?? null,
  }),
);

builder.objectField(MessageRecipientRef, 'crossedAllClear', (t) =>
  t.boolean({
    description:
      'Whether it was being handed over when the all-clear was given. The person may receive the alarm after the ' +
      'all-clear.',
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'recipient.crossedAllClear', (ids: number[], db) => crossedOf(db, ids)).load(
        row.id,
      )) ?? false,
  }),
);
