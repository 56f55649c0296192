import { sql } from 'kysely';
import { containing } from '#server/api/graphql/page.ts';
import { matches } from '#server/api/graphql/search.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** The filter of the security log. */
export interface SecurityFilter {
  /** Words in operation, detail, network, or names. */
  search?: string | null | undefined;
  kind?: string | null | undefined;
  /** The acting user or the subject. */
  userId?: number | null | undefined;
  /** A network or its prefix. */
  network?: string | null | undefined;
  /** From this moment on. */
  from?: Date | null | undefined;
  /** Before this moment. */
  to?: Date | null | undefined;
}

export type NamedSecurityEntry = Row<'securityEntries'> & {
  byName: string | null;
  keyName: string | null;
  subjectName: string | null;
};

/** Builds the query of matching security entries. */
export function securityQuery({ search, kind, userId, network, from, to }: SecurityFilter) {
  const tests = [sql`true`];
  if (kind) tests.push(sql`s.kind = ${kind}`);
  if (typeof userId === 'number')
    tests.push(sql`(s.user_id = ${userId} or s.subject_type = 'User' and s.subject_id = ${userId})`);
  if (network?.trim()) tests.push(sql`s.network like ${containing(network.toLowerCase()).slice(1)}`);
  // a combined entry lasts until its last occurrence
  if (from) tests.push(sql`coalesce(s.last_at, s.at) >= ${from}`);
  if (to) tests.push(sql`s.at < ${to}`);
  const names = sql`u.first_name || ' ' || u.last_name`;
  const subject = sql`case s.subject_type
    when 'User' then (select x.first_name || ' ' || x.last_name from users x where x.id = s.subject_id)
    when 'ApiKey' then (select x.name from api_keys x where x.id = s.subject_id)
    when 'Roster' then (select x.name from groups x where x.id = s.subject_id)
    when 'Event' then (select x.name from events x where x.id = s.subject_id) end`;
  const text = sql`concat_ws(' ', s.what, s.detail, s.network, ${names}, k.name, ${subject})`;
  if (search?.trim()) tests.push(matches(text, search));
  return sql<NamedSecurityEntry>`
    select s.*, ${names} as by_name, k.name as key_name, ${subject} as subject_name
    from security_entries s left join users u on u.id = s.user_id left join api_keys k on k.id = s.api_key_id
    where ${sql.join(tests, sql` and `)}`;
}

/** Returns one entry, or null. */
export async function findSecurityEntry(db: Db, id: number): Promise<NamedSecurityEntry | null> {
  const { rows } = await sql<NamedSecurityEntry>`select * from (${securityQuery({})}) q where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const portion = 2000;

/** Yields all matching entries, oldest first, in portions. */
export async function* allSecurityEntries(db: Db, filter: SecurityFilter): AsyncGenerator<NamedSecurityEntry[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<NamedSecurityEntry>`
      select * from (${securityQuery(filter)}) q where id > ${after} order by id limit ${portion}`.execute(db);
    if (rows.length) yield rows;
    if (rows.length < portion) return;
    after = rows.at(-1)!.id;
  }
}

/** Returns the users in the security log. */
export async function securityUsers(db: Db): Promise<Row<'users'>[]> {
  const { rows } = await sql<Row<'users'>>`
    select * from users u where exists (select 1 from security_entries s where s.user_id = u.id)
      or exists (select 1 from security_entries s where s.subject_type = 'User' and s.subject_id = u.id)
    order by last_name collate "de-x-icu", first_name collate "de-x-icu", id`.execute(db);
  return rows;
}
