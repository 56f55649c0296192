import { sql } from 'kysely';
import type { Viewer } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type Feature, featuresOf } from '#shared/permissions.ts';

/** Refuses in a transaction if the viewer has lost a right, or the session or key ended. */
export async function refuseRevoked(
  tx: Tx,
  { id, apiKey, sessionId }: Pick<Viewer, 'id' | 'apiKey' | 'sessionId'>,
  feature: Feature,
): Promise<void> {
  const proof = apiKey
    ? sql`select ${feature} = any(k.scopes) as allows from api_keys k
        where k.id = ${apiKey.id} and k.revoked_at is null and coalesce(k.expires_at > clock_timestamp(), true)`
    : sql`select true as allows from sessions s where s.id = ${sessionId} and s.expires_at > clock_timestamp()`;
  const { rows } = await sql<{ roles: string[]; allows: boolean | null }>`
    select u.roles, (${proof}) as allows from users u where u.id = ${id} and u.is_active`.execute(tx);
  const { roles = [], allows = false } = rows[0] ?? {};
  if (!featuresOf(roles).includes(feature) || allows === false) throw new Refusal('error_forbidden');
  if (allows === null) throw new Refusal(apiKey ? 'error_key_invalid' : 'error_session_expired');
}
