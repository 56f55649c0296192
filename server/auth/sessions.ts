import { SignJWT } from 'jose';
import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import type { Row } from '#server/graphql/types.ts';
import { publish } from '#server/live/live.ts';
import { checkedSessions } from '#server/viewer/checked-sessions.ts';
import { renewKeys } from '#server/viewer/key-viewer.ts';
import { type SignedIn, sessionKey, tokenUse } from '#server/viewer/viewer.ts';

// a script that signs in every few minutes must not keep thousands
const mostSessions = 50;

/**
 * Signs a user in: stores a session and answers the bearer token for it, a JWT with `exp` (seconds), the user's id
 * (`sub`) and the session's id (`sid`). It holds for `session_hours` unless the session is ended before; beyond
 * `mostSessions` the one that was not used for longest ends.
 */
export async function openSession(
  app: Pick<App, 'db' | 'secrets'>,
  userId: number,
  userAgent: string | null,
): Promise<string> {
  const { rows } = await sql<{ id: string; exp: number }>`
    insert into sessions (user_id, user_agent, expires_at)
    select ${userId}, ${userAgent?.slice(0, 300) ?? null},
      now() + make_interval(hours => coalesce((select value_str::int from system_settings where value_key = 'session_hours'), 12))
    returning id, extract(epoch from expires_at)::int as exp`.execute(app.db);
  const session = rows[0]!;
  await endSurplus(app.db, userId, session.id);
  return new SignJWT({ sid: session.id })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(String(userId))
    .setIssuer(tokenUse.issuer)
    .setAudience(tokenUse.audience)
    .setIssuedAt()
    .setExpirationTime(session.exp)
    .sign(sessionKey(app.secrets));
}

async function endSurplus(db: Db | Tx, userId: number, newest: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} and id <> ${newest} and expires_at > now()
      order by last_seen_at desc, inserted_at desc offset ${mostSessions - 1})
    returning id`.execute(db);
  if (rows.length) await publish(db, { session: rows.map(({ id }) => id) });
}

/** Ends sessions of a user at once, everywhere but in `except`; open live streams end too, also those of API keys. */
export async function endSessions(db: Db | Tx, userId: number, except: string | null = null): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(except !== null, (query) => query.where('id', '<>', except!))
    .returning('id')
    .execute();
  const session = [...ended.map(({ id }) => id), ...(await renewKeys(db, { userId }))];
  if (session.length) await publish(db, { session });
}

/** Ends one session: an own one, or anybody's for user administrators; answers false when there is no such session. */
export async function endSession(ctx: SignedIn, sessionId: string): Promise<boolean> {
  const { db, viewer } = ctx;
  if (!/^[0-9a-f-]{36}$/.test(sessionId)) return false;
  const ended = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .$if(!viewer.features.has('manage_user'), (query) => query.where('userId', '=', viewer.id))
    .returning('id')
    .executeTakeFirst();
  if (ended) await publish(db, { session: [ended.id] });
  checkedSessions(ctx).forget();
  return ended !== undefined;
}

/** Sessions of users that still hold, newest first, by user. */
export async function listSessions(db: Db, userIds: readonly number[]): Promise<Map<number, Row<'sessions'>[]>> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', 'in', userIds)
    .where('expiresAt', '>', new Date())
    .orderBy('insertedAt', 'desc')
    .execute();
  return Map.groupBy(rows, (row) => row.userId);
}
