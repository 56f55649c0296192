import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { CopySign } from './find-copy-sign.ts';

export type HoldReason = CopySign | 'newer_life';

/** Start and reason of a possible copy's hold. */
export interface Hold {
  at: Date;
  why: HoldReason;
  asOf: Date | null;
  /** When the other place was released, and the newest change that it has. */
  newerLifeAt: Date | null;
  newerLifeAsOf: Date | null;
}

/**
 * Returns the hold, during which nothing leaves until an owner confirms that this is the real installation; or null.
 */
export async function findHold(db: Db | Tx): Promise<Hold | null> {
  const { rows } = await sql<Omit<Hold, 'at' | 'why'> & { at: Date | null; why: HoldReason | null }>`
    select held_at as at, held_why as why, lived_at as as_of, newer_life_at, newer_life_as_of
    from installation where held_at is not null`.execute(db);
  const { at = null, why = null, ...rest } = rows[0] ?? {};
  return at && why ? { asOf: null, newerLifeAt: null, newerLifeAsOf: null, ...rest, at, why } : null;
}

export async function refuseWhileHeld(db: Db | Tx): Promise<void> {
  if (await findHold(db)) throw new Refusal('error_installation_held');
}
