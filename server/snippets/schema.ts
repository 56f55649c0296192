import { fillPlaceholders } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Context } from '../context.ts';
import { builder } from '../graphql/builder.ts';
import { optionalNumberOf } from '../graphql/ids.ts';
import { type Row, SnippetRef } from '../graphql/types.ts';
import { eventValues, generalValues } from './values.ts';

builder.objectFields(SnippetRef, (t) => ({
  rawValue: t.string({
    description: 'The content as plain text, placeholders as they stand.',
    resolve: (row) => plainText(row.content),
  }),
  parsedContent: t.string({
    description: 'The content with every placeholder filled that the event and the report tell; the others stay.',
    complexity: 10,
    args: {
      event: t.arg.id({ description: 'The event; the report’s when only that is given.' }),
      report: t.arg.id({ description: 'The report.' }),
    },
    resolve: (row, args, ctx) =>
      parsedContent(ctx, row, optionalNumberOf('events', args.event), optionalNumberOf('reports', args.report)),
  }),
}));

async function parsedContent(
  ctx: Context,
  snippet: Row<'snippets'>,
  event: number | null | undefined,
  report: number | null | undefined,
): Promise<string> {
  const eventId = event ?? (report ? await eventOf(ctx, report) : null);
  const values = eventId ? await eventValues(ctx, eventId, report ?? null) : await generalValues(ctx);
  return fillPlaceholders(snippet.content, values);
}

async function eventOf(ctx: Context, reportId: number): Promise<number | null> {
  const row = await ctx.db.selectFrom('reports').select('eventId').where('id', '=', reportId).executeTakeFirst();
  return row?.eventId ?? null;
}
