import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Refuses if a user has neither a password nor a linked provider. */
export async function refuseLastWay(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ isLeft: boolean }>`
    select password_hash is not null
      or exists (select from user_identities i where i.user_id = u.id and i.confirmed_at is not null) as is_left
    from users u where u.id = ${userId}`.execute(tx);
  if (!rows[0]?.isLeft) throw new Refusal('error_last_sign_in');
}

/** Returns true if a user signs in with a provider. */
export async function hasIdentity(db: Db | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_identities where user_id = ${userId} and confirmed_at is not null limit 1`.execute(db);
  return rows.length > 0;
}
