import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** Returns active administrators for approvals, otherwise system owners. */
export async function administrators(db: Db | Tx): Promise<{ id: number; language: string }[]> {
  const { rows } = await sql<{ id: number; language: string; isAdministrator: boolean }>`
    select id, language, 'administrator' = any(roles) as is_administrator from users
    where is_active and roles && '{administrator,system_owner}' order by id`.execute(db);
  const approving = rows.filter((row) => row.isAdministrator);
  return (approving.length ? approving : rows).map(({ id, language }) => ({ id, language }));
}

/** Serializes changes of access, so that two system owners can't remove each other. */
export async function lockAccess(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(4203)`.execute(tx);
}

/** Returns whether another user who can sign in is system owner. */
export async function hasOtherOwner(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from users
    where 'system_owner' = any(roles) and is_active and not need_approval and id <> ${userId} limit 1`.execute(tx);
  return rows.length > 0;
}
