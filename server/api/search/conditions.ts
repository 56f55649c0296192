import { type Expression, type RawBuilder, sql } from 'kysely';
import { containing } from '#server/api/graphql/page.ts';
import type { Word } from './words.ts';

/**
 * SQL: a search column (folded, with a trigram index) contains a word, one or two letters only at the start of a word.
 */
export function containsWord(column: Expression<unknown>, word: Word): RawBuilder<boolean> {
  const tests = word.map((spelling) =>
    /^[\p{L}\p{N}]{1,2}$/u.test(spelling)
      ? sql`${column} ~ ${`\\m${spelling}`}`
      : sql`${column} like ${containing(spelling)}`,
  );
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

/** SQL: the column contains all words. */
export function holdsAll(column: Expression<unknown>, words: readonly Word[]): RawBuilder<boolean> {
  if (!words.length) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    words.map((word) => containsWord(column, word)),
    sql` and `,
  )})`;
}
