import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** SQL: a role of user `u` requires a second factor (`totp_roles`). */
const isDemanded: RawBuilder<boolean> = sql`exists (select 1 from system_settings demanded
  where demanded.value_key = 'totp_roles' and u.roles && string_to_array(demanded.value_str, ','))`;

/** SQL: user `u` in session `s` first has to set up a second factor. */
export const mustSetUpTotp: RawBuilder<boolean> = sql`(${isDemanded} and not s.second_factor
  and not exists (select 1 from user_totp factor where factor.user_id = u.id and factor.secret is not null)
  and not exists (select 1 from passkeys passkey where passkey.user_id = u.id))`;

/** Returns whether the user's roles require a second factor. */
export async function demandsTotp(db: Db | Tx, userId: number): Promise<boolean> {
  const { rows } = await sql<{ demanded: boolean }>`
    select ${isDemanded} as demanded from users u where u.id = ${userId}`.execute(db);
  return rows[0]?.demanded ?? false;
}
