import { builder } from '#server/api/graphql/builder.ts';
import { SideMenuRef } from '#server/api/graphql/types.ts';
import { loadInlineIcon } from './inline-icon.ts';

builder.objectField(SideMenuRef, 'iconEncoded', (t) =>
  t.string({
    nullable: true,
    description: 'The icon as a data URI, so that a menu needs no other request; null without an icon.',
    resolve: (row, _args, ctx) => loadInlineIcon(ctx, row.iconId),
  }),
);
