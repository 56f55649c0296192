import type { Page } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { findNamed } from './named.ts';
import { findPeople } from './people.ts';
import { withSimilar } from './vocabulary.ts';
import { searchWords, type Word } from './words.ts';

export interface SearchResults {
  people: Row<'people'>[];
  groups: Row<'groups'>[];
  mailingLists: Row<'mailingLists'>[];
  events: Row<'events'>[];
  /** Similar words, included because of few matches. */
  similar: string[];
}

type Find = (words: readonly Word[], first: number) => Promise<Page<{ id: number }>>;

const longest = 50;

/** Searches active people, groups, mailing lists and events; tolerates typing errors if matches are few. */
export async function searchAll(ctx: Context, term: string, first: number): Promise<SearchResults> {
  if (first < 1 || first > longest) throw new Refusal('error_page_size', { first: 'error_page_size' });
  const words = searchWords(term);
  const finds: Find[] = [
    (sought, n) => findPeople(ctx, sought, { first: n }, true),
    (sought, n) => findNamed<Row<'groups'>>(ctx, 'groups', sought, { first: n }),
    (sought, n) => findNamed<Row<'mailingLists'>>(ctx, 'mailing_lists', sought, { first: n }),
    (sought, n) => findNamed<Row<'events'>>(ctx, 'events', sought, { first: n }),
  ];
  const exact = await Promise.all(finds.map((find) => (words.length ? rowsOf(find, words, first) : [])));
  const needy = words.length > 0 && exact.some((rows) => rows.length < first);
  const similar = needy ? await withSimilar(ctx.db, words) : words;
  const added = similar.flatMap((word) => word.slice(1));
  const found = await Promise.all(
    finds.map(async (find, at) => {
      const rows = exact[at]!;
      if (rows.length >= first || !added.length) return rows;
      const known = new Set(rows.map(({ id }) => id));
      const more = await rowsOf(find, similar, first + rows.length);
      return [...rows, ...more.filter(({ id }) => !known.has(id))].slice(0, first);
    }),
  );
  const [people, groups, mailingLists, events] = found as [never[], never[], never[], never[]];
  return { people, groups, mailingLists, events, similar: added };
}

const rowsOf = async (find: Find, words: readonly Word[], first: number) =>
  (await find(words, first)).edges.map(({ node }) => node);
