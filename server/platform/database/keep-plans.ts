import { sql } from 'kysely';
import type { Tx } from './connect.ts';
import { keptPlans } from './kept-statements.ts';

/**
 * Lets the following statements of a transaction keep their plans (`keptPlans`), on a connection with `kept:
 * 'transactions'`. For statements about few rows, which take less time than their planning. Not for transactions with
 * savepoints, whose end changes the settings.
 */
export async function keepPlans(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, setting, true)
    from unnest(${Object.keys(keptPlans)}::text[], ${Object.values(keptPlans)}::text[]) as plans_kept (name, setting)`.execute(
    tx,
  );
}

/** Plans each of the following statements of a transaction, because they are about many rows. */
export async function planEachTime(tx: Tx): Promise<void> {
  await sql`
    select set_config(name, reset_val, true)
    from pg_settings as plans_each_time where name = any(${Object.keys(keptPlans)})`.execute(tx);
}
