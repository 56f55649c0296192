import type { Page, PageArgs } from '#server/api/graphql/page.ts';
import { limits } from '#shared/limits.ts';

/** Returns a page over two consecutive lists with the same order, whose leading key is greater in the first. */
export async function onePage<Row>(
  args: PageArgs,
  first: (args: PageArgs) => Promise<Page<Row>>,
  second: (args: PageArgs) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const front = await first(args);
  const left = (args.first ?? limits.defaultPage) - front.edges.length;
  if (front.pageInfo.hasNextPage) {
    return {
      ...front,
      totalCount: async () => (await front.totalCount()) + (await (await second({ first: 0 })).totalCount()),
    };
  }
  const back = await second({ first: left, after: args.after });
  const edges = [...front.edges, ...back.edges];
  return {
    edges,
    pageInfo: {
      ...front.pageInfo,
      hasNextPage: back.pageInfo.hasNextPage,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    totalCount: async () => (await front.totalCount()) + (await back.totalCount()),
  };
}
