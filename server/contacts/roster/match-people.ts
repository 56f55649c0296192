import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import type { CalendarShift } from './parse-calendar.ts';

/** Whom names of a calendar mean, as somebody said. */
export type Named = ReadonlyMap<string, number>;

/**
 * Whom shifts of a calendar mean, by their place: the one active person with the e-mail address, else whom somebody named,
 * else the one with the name, whichever way around it is written. Nobody is guessed where there are two.
 */
export async function matchPeople(
  db: Db | Tx,
  shifts: readonly CalendarShift[],
  named: Named,
): Promise<(number | null)[]> {
  const emails = [...new Set(shifts.flatMap(({ email }) => email?.toLowerCase() ?? []))];
  const names = [...new Set(shifts.map(({ words }) => words))];
  const [byEmail, byName] = [await peopleByEmail(db, emails), await peopleByName(db, names)];
  return shifts.map(({ name, words, email }) => {
    const known = email === null ? undefined : byEmail.get(email.toLowerCase());
    return known ?? named.get(name) ?? byName.get(words) ?? null;
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
  const spellings = names.flatMap((name) => spellingsOf(name).map(([last, first]) => ({ name, last, first })));
  if (!spellings.length) return new Map();
  const { rows } = await sql<Found>`
    select n.name as key, min(p.id) as person_id
    from unnest(${spellings.map(({ name }) => name)}::text[], ${spellings.map(({ last }) => last)}::text[],
      ${spellings.map(({ first }) => first)}::text[]) as n (name, last, first)
    join people p on p.sort_name = fold(n.last) || ' ' || fold(n.first) and p.is_active and p.erased_at is null
    group by n.name having count(distinct p.id) = 1`.execute(db);
  return byKey(rows);
}

/** Every way in which a text may be last and first name: without what stands before a colon, and without titles. */
function spellingsOf(text: string): [last: string, first: string][] {
  const name = text.slice(text.lastIndexOf(':') + 1);
  const [last, first] = name.split(',').map((part) => part.trim());
  if (last && first) return [[last, withoutTitle(first)]];
  const words = withoutTitle(name.trim()).split(/\s+/).filter(Boolean).slice(0, 8);
  return words.slice(1).flatMap((_, at): [string, string][] => {
    const [left, right] = [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')];
    return [
      [right, left],
      [left, right],
    ];
  });
}

const withoutTitle = (name: string): string => name.replace(/^(?:\p{L}+\.-?\s*)+/u, '');
