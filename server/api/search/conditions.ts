import { type Expression, type RawBuilder, sql } from 'kysely';
import { containing } from '#server/api/graphql/page.ts';
import type { Word } from './words.ts';

/**
 * Whether a search column (text in folded form, with a trigram index) holds a word: anywhere within, but one or two
 * letters only where a word begins, since they stand within almost everything.
 */
export function holds(column: Expression<unknown>, word: Word): RawBuilder<boolean> {
  const tests = word.map((spelling) =>
    /^[\p{L}\p{N}]{1,2}$/u.test(spelling)
      ? sql`${column} ~ ${`\\m${spelling}`}`
      : sql`${column} like ${containing(spelling)}`,
  );
  return sql<boolean>`(${sql.join(tests, sql` or `)})`;
}

/** Whether it holds all of the words; a search without words holds everywhere. */
export function holdsAll(column: Expression<unknown>, words: readonly Word[]): RawBuilder<boolean> {
  if (!words.length) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    words.map((word) => holds(column, word)),
    sql` and `,
  )})`;
}
