import { builder } from '#server/api/graphql/builder.ts';
import { optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { type Row, SnippetRef } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { readIn } from '#shared/administration/translated.ts';
import { fillPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import { eventValues, generalValues } from './values.ts';

builder.objectFields(SnippetRef, (t) => ({
  rawValue: t.string({
    description: 'The content as plain text, with unfilled placeholders.',
    resolve: (row, _args, ctx) => plainText(readIn(row, 'content', ctx.viewer?.language)),
  }),
  parsedContent: t.string({
    description:
      'The content with all placeholders filled for which the event and the report have values; the others stay.',
    complexity: 10,
    args: {
      event: t.arg.id({ description: 'The event; absent: the event of the report.' }),
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
  // shared by all snippets of a list
  const values = loader<string, PlaceholderValues>(ctx.loaders, 'snippet.values', async (keys) => {
    const found = keys.map(async (key): Promise<[string, PlaceholderValues]> => {
      const [forEvent, forReport] = JSON.parse(key) as [number | null, number | null];
      const about = forReport ? { report: forReport } : null;
      return [key, forEvent ? await eventValues(ctx, forEvent, about) : await generalValues(ctx)];
    });
    return new Map(await Promise.all(found));
  });
  const content = readIn(snippet, 'content', ctx.viewer?.language);
  return fillPlaceholders(content, (await values.load(JSON.stringify([eventId, report ?? null]))) ?? {});
}

async function eventOf(ctx: Context, reportId: number): Promise<number | null> {
  return (await loadRow(ctx, 'reports', reportId))?.eventId ?? null;
}
