import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** A passkey as the list shows it. */
export type Passkey = Pick<
  Row<'passkeys'>,
  'id' | 'userId' | 'name' | 'signsIn' | 'isSynced' | 'insertedAt' | 'lastUsedAt'
>;

/** Returns the passkeys of users, oldest first, by user. */
export async function listPasskeys(db: Db | Tx, userIds: readonly number[]): Promise<Map<number, Passkey[]>> {
  const { rows } = await sql<Passkey>`
    select id, user_id, name, signs_in, is_synced, inserted_at, last_used_at from passkeys
    where user_id = any(${userIds}) order by inserted_at, id`.execute(db);
  return Map.groupBy(rows, ({ userId }) => userId);
}

/** Returns the users with passkeys. */
export async function usersWithPasskeys(db: Db | Tx, userIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ userId: number }>`
    select distinct user_id from passkeys where user_id = any(${userIds})`.execute(db);
  return new Set(rows.map(({ userId }) => userId));
}

/** A passkey as browsers look for it. */
interface Credential {
  id: string;
  transports: string[];
}

/** Returns the ids of a user's passkeys for a browser. */
export async function credentialsOf(db: Db, userId: number): Promise<Credential[]> {
  const { rows } = await sql<{ credentialId: Buffer; transports: string[] }>`
    select credential_id, transports from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows.map(({ credentialId, transports }) => ({ id: credentialId.toString('base64url'), transports }));
}

/** Returns true if the installation has a passkey that signs in. */
export async function arePasskeysUsed(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from passkeys where signs_in limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes all passkeys of a user; returns their names. */
export async function forgetPasskeys(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from passkeys where user_id = ${userId} returning name`.execute(tx);
  return rows.map(({ name }) => name);
}
