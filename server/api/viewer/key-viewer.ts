import { sql } from 'kysely';
import type { App, Viewer } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { refuseFlood } from '#server/platform/throttle.ts';
import { keyFeatures, keyPattern } from '#shared/api-keys.ts';
import { featuresOf } from '#shared/permissions.ts';
import { isKey, noteKey } from './invented.ts';

const wrongKeysPerMinute = 20;

interface Holder {
  id: number;
  name: string;
  version: number;
  scopes: string[];
  expiresAt: Date | null;
  unused: boolean;
  userId: number;
  language: string;
  roles: string[];
}

const holds = sql`k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and u.is_active`;
const sessionOf = (id: number, version: number) => `api-key-${id}-${version}`;

/**
 * Returns a key's viewer: its creator, with the key's scopes among their features, without roles. Null for other
 * tokens; refuses an invalid key, and a network with many of those.
 */
export async function viewerOfKey(app: Pick<App, 'db' | 'secrets'>, token: string, ip: string): Promise<Viewer | null> {
  if (!isKey(token)) return null;
  const key = keyPattern.test(token) ? await findKey(app.db, token) : undefined;
  noteKey(app.secrets, token, key !== undefined);
  if (!key) {
    await refuseFlood(app.db, 'wrong api key', ip, wrongKeysPerMinute, 60);
    throw new Refusal('error_key_invalid');
  }
  if (key.unused) await sql`update api_keys set last_used_at = now() where id = ${key.id}`.execute(app.db);
  const held = featuresOf(key.roles);
  return {
    id: key.userId,
    apiKey: { id: key.id, name: key.name },
    sessionId: sessionOf(key.id, key.version),
    sessionEndsAt: key.expiresAt,
    roles: [],
    features: new Set(held.filter((feature) => keyFeatures.includes(feature) && key.scopes.includes(feature))),
    mustSetUpTotp: false, // a program has none, and must keep working before its creator sets one up
    language: key.language,
  };
}

async function findKey(db: Db, token: string): Promise<Holder | undefined> {
  const { rows } = await sql<Holder>`
    select k.id, k.name, k.version, k.scopes, k.expires_at, u.id as user_id, u.language, u.roles,
      coalesce(k.last_used_at < now() - interval '5 minutes', true) as unused
    from api_keys k join users u on u.id = k.inserted_by
    where k.key_hash = ${sha256(token)} and ${holds}`.execute(db);
  return rows[0];
}

/** Returns the current sessions of valid keys. */
export async function keysThatHold(app: Pick<App, 'db'>, ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ id: number; version: number }>`
    select k.id, k.version from api_keys k join users u on u.id = k.inserted_by
    where k.id = any(${ids}) and ${holds}`.execute(app.db);
  return rows.map(({ id, version }) => sessionOf(id, version));
}

/** Ends open streams of keys; clients reconnect with current rights. */
export async function renewKeys(tx: Db | Tx, of: { userId: number } | { id: number }): Promise<string[]> {
  const whose = 'userId' in of ? sql`inserted_by = ${of.userId}` : sql`id = ${of.id}`;
  const { rows } = await sql<{ id: number; version: number }>`
    update api_keys set version = version + 1 where ${whose} returning id, version`.execute(tx);
  return rows.map(({ id, version }) => sessionOf(id, version - 1));
}
