import { type Expression, type RawBuilder, sql } from 'kysely';
import { containing } from './page.ts';

/**
 * SQL: the text contains all words of the term, ignoring case, accents and spelling of umlauts ("muller" and "Mueller"
 * find "Müller"). A blank term matches everything.
 */
export function matches(text: Expression<unknown>, term: string): RawBuilder<boolean> {
  const tests = wordsOf(term).map((word) => sql`search_text(coalesce(${text}, '')) like fold(${containing(word)})`);
  return tests.length ? sql<boolean>`(${sql.join(tests, sql` and `)})` : sql<boolean>`true`;
}

/** The same for a column like `search_text`. */
export function matchesStored(column: Expression<unknown>, term: string): RawBuilder<boolean> {
  const tests = wordsOf(term).map((word) => sql`${column} like fold(${containing(word)})`);
  return tests.length ? sql<boolean>`(${sql.join(tests, sql` and `)})` : sql<boolean>`true`;
}

const wordsOf = (term: string): string[] => term.trim().split(/\s+/).filter(Boolean).slice(0, 10);
