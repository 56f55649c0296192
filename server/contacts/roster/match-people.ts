import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { CalendarShift } from './parse-calendar.ts';

/** People chosen for names of a calendar. */
export type Named = ReadonlyMap<string, number>;

/**
 * Returns each shift's person: by the first candidate's address, the chosen person for the name, or the first known
 * candidate. Ambiguous names match no one.
 */
export async function matchPeople(
  db: Db | Tx,
  shifts: readonly CalendarShift[],
  named: Named,
): Promise<(number | null)[]> {
  const all = shifts.flatMap(({ candidates }) => candidates);
  const emails = [...new Set(all.flatMap(({ email }) => email?.toLowerCase() ?? []))];
  const names = [...new Set(all.map(({ words }) => words).filter(Boolean))];
  const [byEmail, byName] = [await peopleByEmail(db, emails), await peopleByName(db, names)];
  const addressed = (email: string | null | undefined) => (email ? byEmail.get(email.toLowerCase()) : undefined);
  return shifts.map(({ name, candidates }) => {
    const chosen = addressed(candidates[0]?.email) ?? named.get(name);
    const found = candidates.map(({ words, email }) => addressed(email) ?? byName.get(words));
    return chosen ?? found.find((id) => id !== undefined) ?? null;
  });
}

interface Found {
  key: string;
  personId: number;
}

const byKey = (rows: readonly Found[]) => new Map(rows.map(({ key, personId }) => [key, personId]));

async function peopleByEmail(db: Db | Tx, emails: readonly string[]): Promise<Map<string, number>> {
  if (!emails.length) return new Map();
  const { rows } = await sql<Found>`
    select lower(d.value_str) as key, min(p.id) as person_id
    from person_data d join person_data_types t on t.id = d.key_field_id and t.field_type = 'email'
    join people p on p.id = d.person_id and p.is_active and p.erased_at is null
    where lower(d.value_str) = any(${emails}) group by 1 having count(distinct p.id) = 1`.execute(db);
  return byKey(rows);
}

async function peopleByName(db: Db | Tx, names: readonly string[]): Promise<Map<string, number>> {
  const spellings = names.flatMap((name) => spellingsOf(name).map((one) => ({ name, ...one })));
  if (!spellings.length) return new Map();
  const { rows } = await sql<Found & { rank: number; people: number }>`
    select n.name as key, n.rank, min(p.id) as person_id, count(distinct p.id)::int as people
    from unnest(${spellings.map(({ name }) => name)}::text[], ${spellings.map(({ rank }) => rank)}::int[],
      ${spellings.map(({ last }) => last)}::text[], ${spellings.map(({ first }) => first)}::text[])
      as n (name, rank, last, first)
    join people p on p.sort_name = fold(n.last) || ' ' || fold(n.first) and p.is_active and p.erased_at is null
    group by n.name, n.rank order by n.rank`.execute(db);
  const likeliest = [...Map.groupBy(rows, ({ key }) => key).values()].map(([first]) => first!);
  return byKey(likeliest.filter(({ people }) => people === 1));
}

interface Spelling {
  /** Lower is likelier. */
  rank: number;
  last: string;
  first: string;
}

/**
 * Returns possible names in a text: all of it, parts between signs, and neighbouring words, because titles contain
 * names ("On call - Anna Amsel - Ward 2").
 */
function spellingsOf(text: string): Spelling[] {
  const name = text.slice(text.lastIndexOf(':') + 1);
  const parts = text
    .slice(0, 200)
    .split(/\s[-–—]\s|[|/:()[\]]/)
    .filter((part) => part.trim())
    .slice(0, 8);
  const words = parts.flatMap((part) => {
    const some = wordsOf(part);
    return some
      .flatMap((_, at) => [2, 3, 4].map((count) => some.slice(at, at + count)))
      .filter((one) => one.length > 1);
  });
  return [
    ...wholeName(name).map((one) => ({ rank: 0, ...one })),
    ...parts.flatMap(wholeName).map((one) => ({ rank: 1, ...one })),
    ...words.flatMap(splits).map((one) => ({ rank: 2, ...one })),
  ];
}

type Name = Omit<Spelling, 'rank'>;

function wholeName(text: string): Name[] {
  const [last, first] = text.split(',').map((part) => part.trim());
  return last && first ? [{ last, first: withoutTitle(first) }] : splits(wordsOf(text));
}

const wordsOf = (text: string): string[] =>
  withoutTitle(text.trim())
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 8);

const splits = (words: readonly string[]): Name[] =>
  words.slice(1).flatMap((_, at) => {
    const [left, right] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return [
      { last: right, first: left },
      { last: left, first: right },
    ];
  });

const withoutTitle = (name: string): string => name.replace(/^(?:\p{L}+\.-?\s*)+/u, '');
