import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';

const longestKey = 200;

/**
 * Takes a launch key in the transaction that launches: true the first time, false when the same request comes again
 * (also at the same moment: it waits for the first), which then has nothing to do. The key with another request is
 * refused. A launch that fails gives its key back.
 */
export async function takeLaunchKey(tx: Tx, userId: number, launchKey: string, request: unknown[]): Promise<boolean> {
  const key = requiredText('launchKey', launchKey, longestKey);
  const hash = sha256(JSON.stringify(request)).toString('hex');
  const taken = await sql`
    insert into launches (user_id, launch_key, request_hash) values (${userId}, ${key}, ${hash})
    on conflict (user_id, launch_key) do nothing returning id`.execute(tx);
  if (taken.rows.length) return true;
  const { rows } = await sql<{ requestHash: string }>`
    select request_hash from launches where user_id = ${userId} and launch_key = ${key}`.execute(tx);
  if (rows[0]?.requestHash !== hash) throw new Refusal('error_launch_key_reused');
  return false;
}

/** Notes what a taken key made, in the same transaction. */
export async function noteMade(tx: Tx, userId: number, launchKey: string, reportId: number): Promise<void> {
  await sql`
    update launches set report_id = ${reportId} where user_id = ${userId} and launch_key = ${launchKey}`.execute(tx);
}

/**
 * The report that a key made before; refused where it was discarded or sent since: whoever starts anew with a key that was kept
 * must not take the earlier one for theirs.
 */
export async function madeBefore(tx: Tx, userId: number, launchKey: string): Promise<Row<'reports'>> {
  const { rows } = await sql<Row<'reports'>>`
    select p.* from launches l join reports p on p.id = l.report_id and p.is_active
    where l.user_id = ${userId} and l.launch_key = ${launchKey} and not exists (
      select from messages m where m.report_id = p.id and m.is_active and m.status not in ${messageStates.editable})`.execute(
    tx,
  );
  if (!rows[0]) throw new Refusal('error_not_found');
  return rows[0];
}
