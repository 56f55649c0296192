import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';

const longestKey = 200;

/**
 * Takes a key in the launching transaction; returns false for a repeated request. A simultaneous one waits for the
 * first. Refuses the key with another request. A failed launch returns it.
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

/** Records a taken key's result in its transaction. */
export async function noteMade(tx: Tx, userId: number, launchKey: string, reportId: number): Promise<void> {
  await sql`
    update launches set report_id = ${reportId} where user_id = ${userId} and launch_key = ${launchKey}`.execute(tx);
}

/** Returns the report of a key; refused if discarded or sent since. */
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
