import { sql } from 'kysely';
import type { Tx } from './connect.ts';
import { keptPlans, plannedEachTime } from './kept-statements.ts';

/**
 * Lets the following statements of a transaction keep their plans (`keptPlans`), on a connection that plans each
 * execution. For statements about few rows, which take less time than their planning.
 */
export async function keepPlans(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, setting, true)
    from unnest(${Object.keys(keptPlans)}::text[], ${Object.values(keptPlans)}::text[]) as kept (name, setting)`.execute(
    tx,
  );
}

/** Plans each of the following statements of a transaction, because they are about many rows. */
export async function planEachTime(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, coalesce(${JSON.stringify(plannedEachTime)}::jsonb ->> name, reset_val), true)
    from pg_settings where name = any(${Object.keys(keptPlans)})`.execute(tx);
}
