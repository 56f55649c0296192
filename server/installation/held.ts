import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import type { Doubt } from './judge.ts';

/** Since when, and why, nothing is sent until an owner has said that this is the real installation; null while it is. */
export async function findHold(db: Db | Tx): Promise<{ at: Date; why: Doubt } | null> {
  const { rows } = await sql<{ at: Date | null; why: Doubt | null }>`
    select held_at as at, held_why as why from installation where held_at is not null`.execute(db);
  const { at = null, why = null } = rows[0] ?? {};
  return at && why ? { at, why } : null;
}

/** Refuses to send by hand, as test messages are, while it is not known whether this is a copy. */
export async function refuseWhileHeld(db: Db | Tx): Promise<void> {
  if (await findHold(db)) throw new Refusal('error_installation_held');
}
