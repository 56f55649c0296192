import { sql } from 'kysely';
import { matches } from '#server/api/graphql/search.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** The filter of the audit log. */
export interface AuditFilter {
  /** Words in type, names or values. */
  search?: string | null | undefined;
  type?: string | null | undefined;
  rowId?: number | null | undefined;
  action?: string | null | undefined;
  byUserId?: number | null | undefined;
  /** From this moment on. */
  from?: Date | null | undefined;
  /** Before this moment. */
  to?: Date | null | undefined;
}

/** An entry with the acting user's name. */
export type NamedEntry = Row<'auditEntries'> & { byName: string | null };

/** Builds the query of matching audit entries. */
export function auditQuery({ search, type, rowId, action, byUserId, from, to }: AuditFilter) {
  const tests = [sql`true`];
  if (action) tests.push(sql`e.action = ${action}`);
  if (typeof byUserId === 'number') tests.push(sql`e.by_user_id = ${byUserId}`);
  if (from) tests.push(sql`e.at >= ${from}`);
  if (to) tests.push(sql`e.at < ${to}`);
  if (type) tests.push(sql`e.type = ${type}`);
  if (typeof rowId === 'number') tests.push(sql`e.row_id = ${rowId}`);
  const text = sql`concat_ws(' ', e.type, e.label, u.first_name, u.last_name, e.before::text, e.after::text)`;
  if (search?.trim()) tests.push(matches(text, search));
  return sql<NamedEntry>`
    select e.*, u.first_name || ' ' || u.last_name as by_name
    from audit_entries e left join users u on u.id = e.by_user_id where ${sql.join(tests, sql` and `)}`;
}

const portion = 1000;

/** Yields all matching entries, oldest first, in portions. */
export async function* allEntries(db: Db, filter: AuditFilter): AsyncGenerator<NamedEntry[]> {
  for (let after = 0; ; ) {
    const { rows } = await sql<NamedEntry>`
      select * from (${auditQuery(filter)}) q where id > ${after} order by id limit ${portion}`.execute(db);
    if (rows.length) yield rows;
    if (rows.length < portion) return;
    after = rows.at(-1)!.id;
  }
}

export async function auditSources(db: Db): Promise<{ types: string[]; users: Row<'users'>[] }> {
  const types = await sql<{ type: string }>`select distinct type from audit_entries order by type`.execute(db);
  const users = await sql<Row<'users'>>`
    select * from users where id in (select by_user_id from audit_entries)
    order by last_name collate "de-x-icu", first_name collate "de-x-icu", id`.execute(db);
  return { types: types.rows.map(({ type }) => type), users: users.rows };
}
