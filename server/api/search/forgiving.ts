import type { Page, PageArgs } from '#server/api/graphql/page.ts';
import type { Context } from '#server/platform/context.ts';
import { withSimilar } from './vocabulary.ts';
import { searchWords, type Word } from './words.ts';

/** Returns a page of matches; if there are none, of words with a typing error. */
export async function forgivingPage<Row>(
  ctx: Context,
  term: string,
  args: PageArgs,
  find: (words: readonly Word[], args: PageArgs) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const words = searchWords(term);
  const page = await find(words, args);
  if (page.edges.length || !words.length) return page;
  if (args.after && (await find(words, { first: 1 })).edges.length) return page;
  const similar = await withSimilar(ctx.db, words);
  return similar.some((word) => word.length > 1) ? find(similar, args) : page;
}
