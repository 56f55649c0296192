import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Doubt } from './judge.ts';

/** Since when a possible copy is held back, why, and when the original last worked with these data. */
export interface Hold {
  at: Date;
  why: Doubt;
  asOf: Date | null;
}

/** Since when, and why, nothing is sent until an owner has said that this is the real installation; null while it is. */
export async function findHold(db: Db | Tx): Promise<Hold | null> {
  const { rows } = await sql<{ at: Date | null; why: Doubt | null; asOf: Date | null }>`
    select held_at as at, held_why as why, lived_at as as_of from installation where held_at is not null`.execute(db);
  const { at = null, why = null, asOf = null } = rows[0] ?? {};
  return at && why ? { at, why, asOf } : null;
}

/** Refuses to send by hand, as test messages are, while it is not known whether this is a copy. */
export async function refuseWhileHeld(db: Db | Tx): Promise<void> {
  if (await findHold(db)) throw new Refusal('error_installation_held');
}
