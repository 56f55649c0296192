import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Doubt } from './judge.ts';

/** The start and reason of a possible copy's hold, and the original's last activity on this data. */
export interface Hold {
  at: Date;
  why: Doubt;
  asOf: Date | null;
}

/** Returns the hold, during which nothing leaves until an owner confirms that this is the real installation; null without one. */
export async function findHold(db: Db | Tx): Promise<Hold | null> {
  const { rows } = await sql<{ at: Date | null; why: Doubt | null; asOf: Date | null }>`
    select held_at as at, held_why as why, lived_at as as_of from installation where held_at is not null`.execute(db);
  const { at = null, why = null, asOf = null } = rows[0] ?? {};
  return at && why ? { at, why, asOf } : null;
}

/** Refuses manual sending, such as test messages, during a hold. */
export async function refuseWhileHeld(db: Db | Tx): Promise<void> {
  if (await findHold(db)) throw new Refusal('error_installation_held');
}
