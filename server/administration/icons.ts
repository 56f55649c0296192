import { sql } from 'kysely';
import { builder } from '#server/graphql/builder.ts';
import { loader } from '#server/graphql/loaders.ts';
import { SideMenuRef } from '#server/graphql/types.ts';

/** Larger pictures are for `icon { contentUrl }`; a menu must not grow by megabytes. */
const longestInline = 100_000;

builder.objectField(SideMenuRef, 'iconEncoded', (t) =>
  t.string({
    nullable: true,
    description: 'The icon as a data URI, so that a menu needs no further request; null without one.',
    resolve: async (row, _args, ctx) => {
      if (row.iconId === null) return null;
      const icons = loader<number, string>(ctx.loaders, 'sideMenu.iconEncoded', async (ids, db) => {
        const { rows } = await sql<{ id: number; mimeType: string; content: Buffer }>`
          select id, mime_type, content from files
          where id = any(${ids}) and mime_type like 'image/%' and size <= ${longestInline}`.execute(db);
        return new Map(rows.map((f) => [f.id, `data:${f.mimeType};base64,${f.content.toString('base64')}`]));
      });
      return (await icons.load(row.iconId)) ?? null;
    },
  }),
);
