import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { fold } from '#shared/fold.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { ReadingPlan, ReadRow, RowKeys } from './values/row.ts';

/** A known person, a new one (null), or why unknown. */
export type Match = { id: number } | { fault: RefusalKey } | null;

/** The fields of a row that identify its person. */
export type SoughtRow = Pick<ReadRow, 'fields' | 'keys'> & Partial<Pick<ReadRow, 'guessed' | 'isNameSplit'>>;

interface Candidate extends RowKeys {
  id: number;
  isActive: boolean;
  firstName: string;
  lastName: string;
  sortName: string | null;
}

/**
 * Finds rows' people by external id, business e-mail, or mobile number. A differing stronger key wins, because people
 * share phones. A mobile number, or a general address, doesn't match another name.
 */
export async function matchRows(db: Db | Tx, rows: readonly SoughtRow[], plan: ReadingPlan): Promise<Match[]> {
  const candidates = await findCandidates(db, rows, plan);
  const by = (key: (one: Candidate) => string | null) => Map.groupBy(candidates, (one) => key(one) ?? '');
  const byExternalId = by((one) => one.externalId);
  const byEmail = by((one) => one.email);
  const byMobile = by((one) => one.mobile);
  const byName = by((one) => one.sortName);
  return rows.map((row): Match => {
    const { externalId, email, mobile } = row.keys;
    const known = externalId ? byExternalId.get(externalId)?.[0] : undefined;
    if (known) return { id: known.id };
    const free = (one: Candidate) => !externalId || !one.externalId;
    const sameMail = email ? (byEmail.get(email)?.filter(free) ?? []) : [];
    const isSure = !row.guessed?.has(plan.email?.id ?? 0);
    if (sameMail.length) return onlyOne(sameMail, row, isSure);
    const without = (one: Candidate) => free(one) && (!email || !one.email);
    const sameMobile = mobile ? (byMobile.get(mobile)?.filter(without) ?? []) : [];
    if (sameMobile.length) return onlyOne(sameMobile, row, false);
    const isNameless = externalId || email || mobile;
    return !isNameless && byName.has(nameKey(row)) ? { fault: 'error_upload_no_key' } : null;
  });
}

/** Returns rows' folded names that exist. */
export async function findNamesakes(db: Db | Tx, rows: readonly SoughtRow[]): Promise<Set<string>> {
  const found = await sql<{ sortName: string | null }>`
    select distinct sort_name from people
    where sort_name = any(${rows.map(nameKey)}) and is_active and erased_at is null`.execute(db);
  return new Set(found.rows.flatMap(({ sortName }) => sortName ?? []));
}

const names = ['firstName', 'lastName'] as const;

/** Returns the folded name for sorting. */
export const nameKey = ({ fields }: SoughtRow): string =>
  `${fold(fields.lastName ?? '')} ${fold(fields.firstName ?? '')}`;

/** Returns whether a split name equals a known one. */
export function isSplitFrom({ fields, isNameSplit }: SoughtRow, known: string): boolean {
  const wordsOf = (text: string) => fold(text).split(/\s+/).toSorted().join(' ').trim();
  return isNameSplit === true && wordsOf(`${fields.firstName ?? ''} ${fields.lastName ?? ''}`) === wordsOf(known);
}

/** Returns the only active person; for a sure key, only a completely different name is another person. */
function onlyOne(found: readonly Candidate[], row: SoughtRow, isSure: boolean): Match {
  const active = found.filter((one) => one.isActive);
  const [only, ...others] = active.length ? active : found;
  if (!only || others.length) return { fault: 'error_upload_ambiguous' };
  const { fields } = row;
  const differs = (name: 'firstName' | 'lastName') => fields[name] && fold(fields[name]) !== fold(only[name]);
  const isOther =
    !isSplitFrom(row, `${only.firstName} ${only.lastName}`) && (isSure ? names.every(differs) : names.some(differs));
  return isOther ? { fault: 'error_upload_other_person' } : { id: only.id };
}

async function findCandidates(
  db: Db | Tx,
  rows: readonly SoughtRow[],
  { email, mobile }: ReadingPlan,
): Promise<Candidate[]> {
  const all = (key: keyof RowKeys) => [...new Set(rows.flatMap(({ keys }) => keys[key] ?? []))];
  const names = rows.filter(({ keys }) => !keys.externalId && !keys.email && !keys.mobile).map(nameKey);
  const found = await sql<Candidate>`
    select p.id, p.external_id, p.is_active, p.first_name, p.last_name, p.sort_name, lower(e.value_str) as email,
      m.value_str as mobile
    from people p
    left join person_data e on e.person_id = p.id and e.key_field_id = ${email?.id ?? 0}
    left join person_data m on m.person_id = p.id and m.key_field_id = ${mobile?.id ?? 0}
    where p.erased_at is null and p.id in (
      select id from people where external_id = any(${all('externalId')})
      union select id from people where sort_name = any(${names})
      union select person_id from person_data
        where key_field_id = ${email?.id ?? 0} and lower(value_str) = any(${all('email')}) and value_str like '%@%'
      union select person_id from person_data
        where key_field_id = ${mobile?.id ?? 0} and value_str = any(${all('mobile')}))
    order by p.id`.execute(db);
  return found.rows;
}
