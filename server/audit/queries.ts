import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { matches } from '../graphql/search.ts';
import type { Row } from '../graphql/types.ts';

/** What the audit log can be narrowed to. */
export interface AuditFilter {
  /** Words in type, name of the row, name of the user or the values. */
  search?: string | null | undefined;
  type?: string | null | undefined;
  rowId?: number | null | undefined;
}

/** An entry with the name of who did it. */
export type NamedEntry = Row<'auditEntries'> & { byName: string | null };

/** The entries of the audit log that fit. */
export function auditQuery({ search, type, rowId }: AuditFilter) {
  const tests = [sql`true`];
  if (type) tests.push(sql`e.type = ${type}`);
  if (typeof rowId === 'number') tests.push(sql`e.row_id = ${rowId}`);
  const text = sql`concat_ws(' ', e.type, e.label, u.first_name, u.last_name, e.before::text, e.after::text)`;
  if (search?.trim()) tests.push(matches(text, search));
  return sql<NamedEntry>`
    select e.*, u.first_name || ' ' || u.last_name as by_name
    from audit_entries e left join users u on u.id = e.by_user_id where ${sql.join(tests, sql` and `)}`;
}

/** The whole audit log, oldest entry first. */
export async function wholeAudit(db: Db): Promise<NamedEntry[]> {
  const { rows } = await sql<NamedEntry>`${auditQuery({})} order by e.id`.execute(db);
  return rows;
}
