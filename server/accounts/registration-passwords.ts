import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { verifyPassword } from './password.ts';

/**
 * Keeps the password of the newest registration with a user's address. It never signs in. Known addresses keep one too,
 * so that the answer to a sign-in with it reveals no account.
 */
export async function keepRegistrationPassword(tx: Tx, userId: number, passwordHash: string | null): Promise<void> {
  await sql`insert into registration_passwords (user_id, password_hash) values (${userId}, ${passwordHash})
    on conflict (user_id) do update set password_hash = excluded.password_hash, changed_at = now()`.execute(tx);
}

/** Keeps it as long as a renewed link of an unconfirmed registration is valid, for known addresses too. */
export async function renewRegistrationPassword(db: Db, userId: number): Promise<void> {
  await sql`update registration_passwords set changed_at = now() where user_id = ${userId}`.execute(db);
}

/** Forgets it when the address is confirmed or an administrator lets the user in. */
export async function forgetRegistrationPassword(tx: Tx, userId: number): Promise<void> {
  await sql`delete from registration_passwords where user_id = ${userId}`.execute(tx);
}

/** Returns whether a password is that of a registration that waits for its confirmation. */
export async function isRegistrationPassword(db: Db, userId: number, password: string): Promise<boolean> {
  const { rows } = await sql<{ hash: string | null }>`
    select password_hash as hash from registration_passwords where user_id = ${userId}`.execute(db);
  return rows[0] !== undefined && verifyPassword(rows[0].hash, password);
}
