import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { type RawBuilder, sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { isUuid } from '#server/api/input.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { checkedSessions } from '#server/api/viewer/checked-sessions.ts';
import { isIdle } from '#server/api/viewer/idle.ts';
import { renewKeys } from '#server/api/viewer/key-viewer.ts';
import { type SignedIn, sessionKey, tokenUse } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { seal } from '#server/platform/secrets.ts';
import { trustedDays } from '#shared/limits.ts';

// a script must not collect thousands
const mostSessions = 50;

interface Opened {
  userAgent: string | null;
  network?: string;
  /** The browser's trusted device. */
  trustedDevice?: string | null;
  /** True if the sign-in itself checked a second factor. */
  hasSecondFactor?: boolean;
  /** The provider that the user came with. */
  provider?: { id: number; idToken: string };
}

/** Returns an ID token's context: its session. */
export const idTokenContext = (sessionId: string): string => `sessions/${sessionId}/id_token`;

/** SQL: the duration of a session. */
const length: RawBuilder<unknown> = sql`make_interval(hours => coalesce(
  (select value_str::int from system_settings where value_key = 'session_hours'), 12))`;

/**
 * Stores a session and returns its bearer token, a JWT with `exp` (seconds), `sub` (user) and `sid` (session), valid
 * for `session_hours`. Beyond `mostSessions`, the longest unused one ends.
 */
export async function openSession(
  app: Pick<App, 'db' | 'secrets'>,
  userId: number,
  { userAgent, network, trustedDevice, hasSecondFactor = false, provider }: Opened,
): Promise<string> {
  const id = randomUUID();
  const idToken = provider ? seal(app.secrets.store, idTokenContext(id), provider.idToken) : null;
  const { rows } = await sql<{ id: string; exp: number }>`
    insert into sessions (id, user_id, user_agent, network, trusted_device_id, second_factor, provider_id, id_token, expires_at)
    values (${id}, ${userId}, ${userAgent}, ${network ?? null}, ${trustedDevice ?? null}, ${hasSecondFactor},
      ${provider?.id ?? null}, ${idToken}, now() + ${length})
    returning id, extract(epoch from expires_at)::int as exp`.execute(app.db);
  const session = rows[0]!;
  await endSurplus(app.db, userId, session.id);
  return tokenOf(app, userId, session);
}

/** Extends a session in its last quarter by a full period, up to 30 days after the sign-in; returns a token. */
export async function renewSession({ db, secrets, viewer }: SignedIn): Promise<string> {
  const { rows } = await sql<{ id: string; exp: number }>`
    update sessions set last_seen_at = now(), expires_at = case
      when expires_at - now() > ${length} / 4 then expires_at
      else greatest(expires_at, least(now() + ${length}, inserted_at + make_interval(days => ${trustedDays}::int))) end
    where id = ${viewer.sessionId}::uuid
    returning id, extract(epoch from expires_at)::int as exp`.execute(db);
  if (!rows.length) throw new Refusal('error_session_expired');
  return tokenOf({ secrets }, viewer.id, rows[0]!);
}

const tokenOf = ({ secrets }: Pick<App, 'secrets'>, userId: number, { id, exp }: { id: string; exp: number }) =>
  new SignJWT({ sid: id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(userId))
    .setIssuer(tokenUse.issuer)
    .setAudience(tokenUse.audience)
    .setIssuedAt()
    .setExpirationTime(exp)
    .sign(sessionKey(secrets));

async function endSurplus(db: Db | Tx, userId: number, newest: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} and id <> ${newest} and expires_at > now()
      order by last_seen_at desc, inserted_at desc offset ${mostSessions - 1})
    returning id`.execute(db);
  if (!rows.length) return;
  const ended = { kind: 'session_ended', by: null, detail: 'surplus', subject: ['User', userId] } as const;
  await recordSecurity(db, { ...ended, count: rows.length });
  await publish(db, { session: rows.map(({ id }) => id) });
}

/** Locks a user before their devices and sessions, against deadlocks. */
export async function holdUser(tx: Tx, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx);
}

/** Ends a user's sessions, except `except`, the trust in other devices, and live streams, also of API keys. */
export async function endSessions(tx: Tx, userId: number, except: string | null = null): Promise<void> {
  await holdUser(tx, userId);
  const ended = await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .returning('id')
    .execute();
  const { rows: devices } = await sql`
    delete from trusted_devices d where d.user_id = ${userId} and not exists (
      select 1 from sessions s where s.id = ${except}::uuid and s.trusted_device_id = d.id) returning id`.execute(tx);
  await recordEnds(tx, userId, { sessions: ended.length, devices: devices.length });
  const session = [...ended.map(({ id }) => id), ...(await renewKeys(tx, { userId }))];
  if (session.length) await publish(tx, { session });
}

async function recordEnds(tx: Tx, userId: number, { sessions, devices }: { sessions: number; devices: number }) {
  const subject = ['User', userId] as const;
  if (sessions) await recordSecurity(tx, { kind: 'session_ended', subject, count: sessions });
  if (devices) await recordSecurity(tx, { kind: 'device_ended', subject, count: devices });
}

/** Ends a device with its sessions; the caller has locked its user. */
export async function endDeviceWithSessions(tx: Tx, userId: number, deviceId: string): Promise<void> {
  const ended = await tx.deleteFrom('sessions').where('trustedDeviceId', '=', deviceId).returning('id').execute();
  await tx.deleteFrom('trustedDevices').where('id', '=', deviceId).execute();
  await recordEnds(tx, userId, { sessions: ended.length, devices: 1 });
  if (ended.length) await publish(tx, { session: ended.map(({ id }) => id) });
}

/** Ends an own session, or any for user administrators, with its device unless `keepsDevice`. */
export async function endSession(ctx: SignedIn, sessionId: string, { keepsDevice = false } = {}): Promise<boolean> {
  const { db, viewer } = ctx;
  if (!isUuid(sessionId)) return false;
  const ended = await inTransaction(db, async (tx) => {
    const found = await tx
      .selectFrom('sessions')
      .select(['id', 'userId', 'trustedDeviceId'])
      .where('id', '=', sessionId)
      .$if(!viewer.features.has('manage_user'), (query) => query.where('userId', '=', viewer.id))
      .executeTakeFirst();
    if (!found) return false;
    await holdUser(tx, found.userId);
    await tx.deleteFrom('sessions').where('id', '=', found.id).execute();
    const isOwn = found.id === viewer.sessionId;
    const subject = ['User', found.userId] as const;
    await recordSecurity(tx, { kind: isOwn ? 'sign_out' : 'session_ended', by: viewer.id, subject });
    if (found.trustedDeviceId && !keepsDevice) await endDeviceWithSessions(tx, found.userId, found.trustedDeviceId);
    await publish(tx, { session: [found.id] });
    return true;
  });
  checkedSessions(ctx).forget();
  return ended;
}

/** Returns the trusted device of a session, or null. */
export async function trustedDeviceOf({ db }: Pick<App, 'db'>, sessionId: string): Promise<string | null> {
  const found = db.selectFrom('sessions').select('trustedDeviceId').where('id', '=', sessionId);
  return (await found.executeTakeFirst())?.trustedDeviceId ?? null;
}

/** A session with the end of its device's trust. */
export interface ListedSession extends Row<'sessions'> {
  trustedUntil: Date | null;
}

/** Returns valid sessions, newest first, by user. */
export async function listSessions(db: Db, userIds: readonly number[]): Promise<Map<number, ListedSession[]>> {
  const { rows } = await sql<ListedSession>`
    select s.*, d.expires_at as trusted_until
    from sessions s left join trusted_devices d on d.id = s.trusted_device_id and d.expires_at > now()
    where s.user_id = any(${userIds}) and s.expires_at > now() and not ${isIdle}
    order by s.inserted_at desc`.execute(db);
  return Map.groupBy(rows, (row) => row.userId);
}
