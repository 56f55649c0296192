import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { sql } from 'kysely';
import { endDevice, holdUser } from '#server/auth/sessions.ts';
import type { Visit } from '#server/auth/visit.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { isUuid } from '#server/input.ts';
import { readSettings } from '#server/settings/settings.ts';
import { checkedSessions } from '#server/viewer/checked-sessions.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';
import { trustedDays } from '#shared/limits.ts';

const challengeSeconds = 120;

/** A browser that its user may sign in with by its key alone. */
export interface TrustedDevice {
  id: string;
  userId: number;
  userAgent: string | null;
  network: string | null;
  insertedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  /** Whether a session is open in it. */
  isSignedIn: boolean;
}

/** Whether administrators allow devices to be trusted. */
export async function areDevicesTrusted(db: Db | Tx): Promise<boolean> {
  return (await readSettings(db, 'trusted_devices')).trusted_devices !== 'false';
}

/** Keeps the public half of a browser's key (P-256, SubjectPublicKeyInfo in Base64) for 30 days; answers its id. */
export async function trustDevice(tx: Tx, userId: number, publicKey: string, visit: Visit): Promise<string> {
  if (!(await areDevicesTrusted(tx))) throw new Refusal('error_trust_forbidden');
  const { rows } = await sql<{ id: string }>`
    insert into trusted_devices (user_id, public_key, user_agent, network, expires_at)
    values (${userId}, ${keyIn(publicKey)}, ${visit.userAgent}, ${visit.network},
      now() + make_interval(days => ${trustedDays}::int))
    returning id`.execute(tx);
  return rows[0]!.id;
}

function keyIn(publicKey: string): Buffer {
  const bytes = Buffer.from(publicKey, 'base64');
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key.export({ format: 'der', type: 'spki' });
  } catch {}
  throw new Refusal('error_invalid_input', { publicKey: 'error_invalid_input' });
}

const unknown = () => new Refusal('device_not_trusted');

/** What the key of a trusted device has to sign next: once, within two minutes. */
export async function challengeDevice(db: Db, id: string): Promise<string> {
  const challenge = randomBytes(32);
  const { rows } = await sql`
    update trusted_devices set challenge = ${challenge}, challenged_at = now()
    where id = ${id}::uuid and expires_at > now() returning id`.execute(db);
  if (!rows.length || !(await areDevicesTrusted(db))) throw unknown();
  return challenge.toString('base64url');
}

/** The text that a device signs to sign in. */
export const textToSign = (id: string, challenge: string): string => `meldekette sign-in ${id} ${challenge}`;

/** Whose device it is, if its key signed the challenge (ECDSA over SHA-256, both numbers one after the other); uses that up. */
export async function proveDevice(db: Db, id: string, signature: string): Promise<number> {
  const { rows } = await sql<{ userId: number; publicKey: Buffer; challenge: Buffer }>`
    update trusted_devices d set challenge = null
    from (select id, challenge from trusted_devices where id = ${id}::uuid for update) asked
    where d.id = asked.id and asked.challenge is not null and d.expires_at > now()
      and d.challenged_at > now() - make_interval(secs => ${challengeSeconds}::int)
    returning d.user_id, d.public_key, asked.challenge`.execute(db);
  const found = rows[0];
  if (!found || !(await areDevicesTrusted(db))) throw unknown();
  const key = createPublicKey({ key: found.publicKey, format: 'der', type: 'spki' });
  const text = Buffer.from(textToSign(id, found.challenge.toString('base64url')));
  if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64'))) throw unknown();
  return found.userId;
}

/** Notes that somebody signs in on the device now; refuses when it is trusted no longer. */
export async function useDevice(tx: Tx, id: string, { userAgent, network }: Visit): Promise<void> {
  const { rows } = await sql`
    update trusted_devices set last_used_at = now(), user_agent = ${userAgent}, network = ${network}
    where id = ${id}::uuid and expires_at > now() returning id`.execute(tx);
  if (!rows.length) throw unknown();
}

/** Trusts a device no longer and ends what is open in it: an own one, or anybody's for user administrators. */
export async function endTrustedDevice(ctx: SignedIn, id: string): Promise<boolean> {
  const { db, viewer } = ctx;
  if (!isUuid(id)) return false;
  const ended = await inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('trustedDevices')
      .select(['id', 'userId'])
      .where('id', '=', id)
      .$if(!viewer.features.has('manage_user'), (query) => query.where('userId', '=', viewer.id))
      .executeTakeFirst();
    if (!found) return false;
    await holdUser(tx, found.userId);
    await endDevice(tx, found.id);
    return true;
  });
  checkedSessions(ctx).forget();
  return ended;
}

/** The trusted devices of users, the newest first, by user. */
export async function listTrustedDevices(db: Db, userIds: readonly number[]): Promise<Map<number, TrustedDevice[]>> {
  const { rows } = await sql<TrustedDevice>`
    select d.id, d.user_id, d.user_agent, d.network, d.inserted_at, d.last_used_at, d.expires_at,
      exists (select 1 from sessions s where s.trusted_device_id = d.id and s.expires_at > now()) as is_signed_in
    from trusted_devices d where d.user_id = any(${userIds}) and d.expires_at > now()
    order by d.inserted_at desc, d.id`.execute(db);
  return Map.groupBy(rows, ({ userId }) => userId);
}
