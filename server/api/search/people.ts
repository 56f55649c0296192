import { type RawBuilder, sql } from 'kysely';
import { listPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { seesPrivateData } from '#server/api/private-data.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { containsWord, holdsAll } from './conditions.ts';
import { onePage } from './pages.ts';
import type { Word } from './words.ts';

type Found = Row<'people'> & { inName: number };

const order: OrderKey[] = [{ key: 'inName', direction: 'desc' }, { key: 'sortName' }, { key: 'id' }];

/** Beyond this number of matches, the search walks people by name. */
const dense = 1500;

/**
 * Returns people by name or contact data; name matches come first. Only searches private data if the viewer may see
 * them, so that no search can guess them.
 */
export function findPeople(
  ctx: Context,
  words: readonly Word[],
  args: PageArgs,
  isActive?: boolean | null,
): Promise<Page<Row<'people'>>> {
  const isMeant = typeof isActive === 'boolean' ? sql`p.is_active = ${isActive}` : sql`true`;
  const named = holdsAll(sql`p.search`, words);
  const byName = sql<Found>`select p.*, 1 as in_name from people p where p.erased_at is null and ${isMeant} and ${named}`;
  if (!words.length) return listPage(ctx, args, byName, order);
  return onePage(
    args,
    (page) => listPage(ctx, page, byName, order),
    async (page) => {
      const types = await typesSeen(ctx);
      const isOther = sql`p.erased_at is null and ${isMeant} and not ${named}`;
      const others = sql`select p.*, 0 as in_name from people p where ${isOther}`;
      const found = await listPage(ctx, page, sql<Found>`${others} and ${await anywhere(ctx.db, types, words)}`, order);
      return { ...found, totalCount: () => countHolders(ctx.db, { types, words, isOther }) };
    },
  );
}

interface Counted {
  types: readonly number[];
  words: readonly Word[];
  /** Of person p. */
  isOther: RawBuilder<unknown>;
}

/** Counts people with all words, reading each word's matches once: see `offset 0`. */
async function countHolders(db: Db, { types, words, isOther }: Counted): Promise<number> {
  const sets = words.map((word) => holders(types, word));
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select distinct id from (${sql.join(sets, sql` intersect `)}) holding (id)) h
    join lateral (select 1 from people p where p.id = h.id and ${isOther} offset 0) kept on true`.execute(db);
  return rows[0]!.n;
}

const everyWord = (words: readonly Word[], test: (word: Word) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${sql.join(words.map(test), sql` and `)})`;

async function typesSeen(ctx: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from person_data_types where is_active and (not is_private or ${seesPrivateData(ctx)})`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** SQL: the ids of people with a word; single letters only in names. */
function holders(types: readonly number[], word: Word): RawBuilder<unknown> {
  const names = sql`select id from people where ${containsWord(sql`search`, word)}`;
  if (word[0].length < 2) return sql`(${names})`;
  return sql`(${names} union all
    select person_id from person_data where ${containsWord(sql`search`, word)} and key_field_id = any(${types}::int[]))`;
}

/** SQL: p has a word in name or data. */
function held(types: readonly number[], word: Word): RawBuilder<unknown> {
  const named = containsWord(sql`p.search`, word);
  if (word[0].length < 2) return named;
  return sql`(${named} or exists (
    select 1 from person_data d where d.person_id = p.id and ${containsWord(sql`d.search`, word)}
      and d.key_field_id = any(${types}::int[]) offset 0))`;
}

/** SQL: p has all words. The rarest collects candidates; if it is frequent, people are evaluated by name. */
async function anywhere(db: Db, types: readonly number[], words: readonly Word[]): Promise<RawBuilder<unknown>> {
  const counts = words.map(
    (word) => sql`(select count(*) from (select 1 from ${holders(types, word)} h limit ${dense + 1}) few)`,
  );
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}]::int[] as counts`.execute(db);
  const found = rows[0]!.counts;
  const least = Math.min(...found);
  if (least > dense) return everyWord(words, (word) => held(types, word));
  const rarest = words[found.indexOf(least)]!;
  return everyWord(words, (word) => (word === rarest ? sql`p.id in ${holders(types, word)}` : held(types, word)));
}
