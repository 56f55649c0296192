import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventTypeRef } from '#server/api/graphql/types.ts';
import { type Context, can } from '#server/platform/context.ts';

builder.objectFields(EventTypeRef, (t) => ({
  responsibleLeft: t.boolean({
    nullable: true,
    description:
      'Whether the responsible person left: deactivated, erased, or asked for deletion. Null without one, and for ' +
      'users who do not manage event types.',
    resolve: (row, _args, ctx) => hasLeft(ctx, row.responsibleId),
  }),
  deputyLeft: t.boolean({
    nullable: true,
    description: 'Whether the deputy of the responsible person left, like `responsibleLeft`.',
    resolve: (row, _args, ctx) => hasLeft(ctx, row.deputyId),
  }),
}));

async function hasLeft(ctx: Context, id: number | null): Promise<boolean | null> {
  if (!can(ctx, 'manage_event_type')) return null;
  const person = await loadRow(ctx, 'people', id);
  return person && (!person.isActive || person.erasedAt !== null || person.deletionRequestedAt !== null);
}
