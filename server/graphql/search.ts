import { type Expression, type RawBuilder, sql } from 'kysely';
import { containing } from './page.ts';

/**
 * Whether the text holds every word of the term, wherever they stand; case, accents and the spelling of umlauts do not
 * matter ("muller", "Mueller" and "MÜLLER" find "Müller"). A blank term finds everything. Null counts as empty.
 */
export function matches(text: Expression<unknown>, term: string): RawBuilder<boolean> {
  const words = term.trim().split(/\s+/).filter(Boolean).slice(0, 10);
  const tests = words.map((word) => sql`search_text(coalesce(${text}, '')) like fold(${containing(word)})`);
  return tests.length ? sql<boolean>`(${sql.join(tests, sql` and `)})` : sql<boolean>`true`;
}
