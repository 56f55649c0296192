import { createSecretKey, type KeyObject } from 'node:crypto';
import { jwtVerify } from 'jose';
import { sql } from 'kysely';
import { isUuid } from '#server/api/input.ts';
import type { App, Context, Viewer } from '#server/platform/context.ts';
import { batchByKey } from '#server/platform/database/batch-by-key.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { networkOf } from '#server/platform/throttle.ts';
import { featuresOf, type Role } from '#shared/permissions.ts';
import { checkedSessions } from './checked-sessions.ts';
import { isIdle, isUnseen } from './idle.ts';
import { bearerOf } from './invented.ts';
import { keysThatHold, viewerOfKey } from './key-viewer.ts';
import { mustSetUpTotp } from './totp-demand.ts';

const keys = new WeakMap<Secrets, KeyObject>();

export function sessionKey(secrets: Secrets): KeyObject {
  const key = keys.get(secrets) ?? createSecretKey(secrets.session);
  keys.set(secrets, key);
  return key;
}

/** Issuer and audience of our tokens. */
export const tokenUse = { issuer: 'meldekette', audience: 'session' } as const;

/**
 * Returns the viewer of an Authorization header, or null without one. Throws UNAUTHENTICATED if the token is invalid or
 * the user inactive.
 */
export async function viewerOf(
  app: Pick<App, 'db' | 'secrets'>,
  authorization: string | undefined,
  ip: string,
): Promise<Viewer | null> {
  if (!authorization) return null;
  const key = await viewerOfKey(app, bearerOf(authorization), ip);
  return key ?? (await personOf(app, authorization, ip));
}

/** The same for reads, with a recent verification unless access changed. */
export async function readingViewerOf(
  app: Pick<App, 'db' | 'secrets' | 'live'>,
  authorization: string | undefined,
  ip: string,
): Promise<Viewer | null> {
  const checked = checkedSessions(app);
  const known = authorization && (await checked.find(authorization));
  if (known) return known;
  const keep = checked.begin();
  const viewer = await viewerOf(app, authorization, ip);
  if (authorization && viewer && !viewer.apiKey) keep(authorization, viewer);
  return viewer;
}

async function personOf(app: Pick<App, 'db' | 'secrets'>, authorization: string, ip: string): Promise<Viewer> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(authorization)?.[1];
  const claims = token
    ? await jwtVerify(token, sessionKey(app.secrets), { algorithms: ['HS256'], ...tokenUse }).catch(() => null)
    : null;
  const sessionId = claims?.payload['sid'];
  if (typeof sessionId !== 'string' || !isUuid(sessionId)) throw new Refusal('error_session_expired');
  const session = await sessionsOf(app)('all', sessionId);
  if (!session) throw new Refusal('error_session_expired');
  const { unseen, sid: _sid, network: known, ...user } = session;
  const network = networkOf(ip);
  if (unseen || network !== known)
    await sql`update sessions set last_seen_at = now(), network = ${network} where id = ${sessionId}`.execute(app.db);
  return { ...user, apiKey: null, sessionId, features: new Set(user.mustSetUpTotp ? [] : featuresOf(user.roles)) };
}

/** Batches lookups of sessions; never older than the request. */
const sessionsOf = perDatabase(({ db }: Pick<App, 'db'>) =>
  batchByKey(async (_all: 'all', ids: readonly string[]) => {
    const { rows } = await sql<SessionRow>`
      select s.id as sid, u.id, u.roles, u.language, s.expires_at as session_ends_at, s.network,
        ${isUnseen} as unseen,
        ${mustSetUpTotp} as must_set_up_totp
      from sessions s join users u on u.id = s.user_id
      where s.id = any(${ids}::uuid[]) and s.expires_at > now() and not ${isIdle} and u.is_active`.execute(db);
    const found = new Map(rows.map((row) => [row.sid, row]));
    return ids.map((id) => ({ result: found.get(id) ?? null }));
  }),
);

interface SessionRow {
  sid: string;
  id: number;
  roles: Role[];
  language: string;
  sessionEndsAt: Date;
  network: string | null;
  unseen: boolean;
  mustSetUpTotp: boolean;
}

/** Returns which of the viewers' sessions may still read. */
export async function sessionsThatHold(app: Pick<App, 'db'>, viewers: readonly Viewer[]): Promise<Set<string>> {
  const people = viewers.filter(({ apiKey }) => !apiKey).map(({ sessionId }) => sessionId);
  const keys = viewers.flatMap(({ apiKey }) => apiKey?.id ?? []);
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s join users u on u.id = s.user_id
    where s.id = any(${people}::uuid[]) and s.expires_at > now() and not ${isIdle} and u.is_active and not ${mustSetUpTotp}`.execute(
    app.db,
  );
  return new Set([...rows.map(({ id }) => id), ...(keys.length ? await keysThatHold(app, keys) : [])]);
}

/** A request of a signed-in viewer. */
export type SignedIn = Context & { viewer: Viewer };

/** Returns the context of a signed-in user; refuses any other. */
export function signedIn(ctx: Context): SignedIn {
  const { viewer } = ctx;
  if (!viewer) throw new Refusal('error_unauthenticated');
  if (viewer.mustSetUpTotp) throw new Refusal('error_totp_setup_required');
  return { ...ctx, viewer };
}

/** Returns the request as a person's; refuses API keys. */
export function inPerson(ctx: Context): SignedIn {
  const person = signedIn(ctx);
  if (person.viewer.apiKey) throw new Refusal('error_forbidden');
  return person;
}

/** The same before a required second factor is set up. */
export function inSession(ctx: Context): SignedIn {
  const { viewer } = ctx;
  if (!viewer) throw new Refusal('error_unauthenticated');
  if (viewer.apiKey) throw new Refusal('error_forbidden');
  return { ...ctx, viewer };
}
