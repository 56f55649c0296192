import { sql } from 'kysely';
import { nestedPage, type Page } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Loaders } from '#server/platform/context.ts';

/** Returns a report's newest `last` messages in chronological order. */
export async function lastMessages(
  ctx: { loaders: Loaders },
  reportId: number,
  last: number,
): Promise<Page<Row<'messages'>>> {
  const page = await nestedPage(
    ctx,
    'report.messages',
    reportId,
    { first: last },
    (parent) => sql<Row<'messages'>>`select * from messages where report_id = ${parent} and is_active`,
    [{ key: 'id', direction: 'desc' }],
  );
  const edges = page.edges.toReversed();
  return {
    ...page,
    edges,
    pageInfo: {
      hasNextPage: false,
      hasPreviousPage: page.pageInfo.hasNextPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
