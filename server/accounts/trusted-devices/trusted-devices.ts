import { createHmac, createPublicKey, randomBytes, timingSafeEqual, verify } from 'node:crypto';
import { sql } from 'kysely';
import { endDeviceWithSessions, holdUser } from '#server/accounts/sessions.ts';
import type { Visit } from '#server/accounts/visit.ts';
import { isUuid } from '#server/api/input.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import { isIdle } from '#server/api/viewer/idle.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { trustedDays } from '#shared/limits.ts';

const challengeSeconds = 120;

/** A browser in which its user may sign in by key. */
export interface TrustedDevice {
  id: string;
  userId: number;
  userAgent: string | null;
  network: string | null;
  insertedAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  isSignedIn: boolean;
}

/** Returns whether administrators allow trusted devices. */
export async function areDevicesTrusted(db: Db | Tx): Promise<boolean> {
  return (await readSettings(db, 'trusted_devices')).trusted_devices !== 'false';
}

// a person with the password must not fill the list
const mostDevices = 10;

/**
 * Stores a browser's public key (P-256, SubjectPublicKeyInfo in Base64) for 30 days. Replaces its earlier key and,
 * beyond the limit, the longest unused device.
 */
export async function trustDevice(tx: Tx, userId: number, publicKey: string, visit: Visit): Promise<string> {
  if (!(await areDevicesTrusted(tx))) throw new Refusal('error_trust_forbidden');
  const key = keyIn(publicKey);
  const { rows: surplus } = await sql<{ id: string }>`
    select id from trusted_devices where user_id = ${userId} and browser_hash = ${browserHash(visit)}
    union (select id from trusted_devices where user_id = ${userId} order by last_used_at desc, id offset ${mostDevices - 1})`.execute(
    tx,
  );
  for (const { id } of surplus) await endDeviceWithSessions(tx, userId, id);
  const { rows } = await sql<{ id: string }>`
    insert into trusted_devices (user_id, public_key, browser_hash, user_agent, network, expires_at)
    values (${userId}, ${key}, ${browserHash(visit)}, ${visit.userAgent}, ${visit.network},
      now() + make_interval(days => ${trustedDays}::int))
    returning id`.execute(tx);
  await recordSecurity(tx, { kind: 'device_trusted', by: userId, network: visit.network });
  return rows[0]!.id;
}

const browserHash = ({ browser }: Visit): Buffer | null => (browser ? sha256(`browser ${browser}`) : null);

function keyIn(publicKey: string): Buffer {
  const bytes = Buffer.from(publicKey, 'base64');
  try {
    const key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key.export({ format: 'der', type: 'spki' });
  } catch {}
  throw new Refusal('error_invalid_input', { publicKey: 'error_invalid_input' });
}

const unknown = () => new Refusal('device_not_trusted');
// the device stays trusted: its browser retries with a new challenge
const again = () => new Refusal('error_device_again');

type Proving = Pick<App, 'db' | 'secrets'>;

/**
 * Returns a challenge for a device, valid once for two minutes. Self-signed instead of stored, so that other requests
 * can't invalidate it.
 */
export async function challengeDevice({ db, secrets }: Proving, id: string): Promise<string> {
  await findDevice(db, id);
  const body = Buffer.concat([Buffer.alloc(8), randomBytes(16)]);
  body.writeBigUInt64BE(BigInt(Date.now()));
  return Buffer.concat([body, signatureOf(secrets, id, body)]).toString('base64url');
}

const signatureOf = ({ challenge }: App['secrets'], id: string, body: Buffer): Buffer =>
  createHmac('sha256', challenge).update(`${id} `).update(body).digest();

/** Returns the nonce of a valid challenge, or null. */
function nonceIn(secrets: App['secrets'], id: string, challenge: string): string | null {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== 24 + 32) return null;
  const body = bytes.subarray(0, 24);
  if (!timingSafeEqual(signatureOf(secrets, id, body), bytes.subarray(24))) return null;
  const age = (Date.now() - Number(body.readBigUInt64BE())) / 1000;
  return Math.abs(age) < challengeSeconds ? body.toString('hex') : null; // another process's clock may be ahead
}

/** Returns the text that a device signs. */
export const textToSign = (id: string, challenge: string): string => `meldekette sign-in ${id} ${challenge}`;

/** A signed challenge (ECDSA over SHA-256, both numbers concatenated). */
export interface Proof {
  device: string;
  challenge: string;
  signature: string;
}

/** Returns the user of a device that signed the challenge, which it consumes. */
export async function proveDevice({ db, secrets }: Proving, { device, challenge, signature }: Proof): Promise<number> {
  const nonce = nonceIn(secrets, device, challenge);
  if (!nonce) throw again();
  const { userId, publicKey } = await findDevice(db, device);
  const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' });
  const text = Buffer.from(textToSign(device, challenge));
  if (!verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64'))) throw again();
  if (!(await withinLimit(db, 'device_challenge', nonce, 1, 2 * challengeSeconds))) throw again();
  return userId;
}

async function findDevice(db: Db, id: string): Promise<{ userId: number; publicKey: Buffer }> {
  if (!(await areDevicesTrusted(db))) throw new Refusal('error_trust_forbidden');
  const { rows } = await sql<{ userId: number; publicKey: Buffer }>`
    select user_id, public_key from trusted_devices where id = ${id}::uuid and expires_at > now()`.execute(db);
  if (!rows[0]) throw unknown();
  return rows[0];
}

/** Records a sign-in; refuses if the device isn't trusted. */
export async function useDevice(tx: Tx, id: string, { userAgent, network }: Visit): Promise<void> {
  const { rows } = await sql`
    update trusted_devices set last_used_at = now(), user_agent = ${userAgent}, network = ${network}
    where id = ${id}::uuid and expires_at > now() returning id`.execute(tx);
  if (!rows.length) throw unknown();
}

/** Ends an own device with sessions, or any for user administrators. */
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
    await endDeviceWithSessions(tx, found.userId, found.id);
    return true;
  });
  checkedSessions(ctx).forget();
  return ended;
}

/** Returns trusted devices, newest first, by user. */
export async function listTrustedDevices(db: Db, userIds: readonly number[]): Promise<Map<number, TrustedDevice[]>> {
  const { rows } = await sql<TrustedDevice>`
    select d.id, d.user_id, d.user_agent, d.network, d.inserted_at, d.last_used_at, d.expires_at,
      exists (select 1 from sessions s where s.trusted_device_id = d.id and s.expires_at > now()
        and not ${isIdle}) as is_signed_in
    from trusted_devices d where d.user_id = any(${userIds}) and d.expires_at > now()
    order by d.inserted_at desc, d.id`.execute(db);
  return Map.groupBy(rows, ({ userId }) => userId);
}
