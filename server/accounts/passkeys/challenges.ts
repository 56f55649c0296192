import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { tooMany, withinLimit } from '#server/platform/throttle.ts';

const challengeSeconds = 300;
const mostOfUser = 60;
const limitSeconds = 600;

/** The use of a challenge; it is valid for no other. */
export type PasskeyFlow =
  | { purpose: 'sign_in'; userId: null; sessionId: null }
  | { purpose: 'second_factor'; userId: number; sessionId: null }
  | { purpose: 'add' | 'confirm'; userId: number; sessionId: string };

/** A sign-in without a password, whose user isn't known yet. */
export const signInFlow: PasskeyFlow = { purpose: 'sign_in', userId: null, sessionId: null };

/** Returns a new challenge, valid once for five minutes; stored as a hash. */
export async function issueChallenge(db: Db, flow: PasskeyFlow, userHandle: Buffer | null = null): Promise<Buffer> {
  const { purpose, userId, sessionId } = flow;
  if (userId !== null && !(await withinLimit(db, 'passkey_challenge', String(userId), mostOfUser, limitSeconds)))
    throw tooMany(limitSeconds);
  const challenge = randomBytes(32);
  await sql`
    with expired as (delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at < now() limit 100 for update skip locked))
    insert into passkey_challenges (challenge_hash, purpose, user_id, session_id, user_handle, expires_at)
    values (${sha256(challenge)}, ${purpose}, ${userId}, ${sessionId}::uuid, ${userHandle},
      now() + make_interval(secs => ${challengeSeconds}))`.execute(db);
  return challenge;
}

/** Consumes a challenge; returns null if invalid. */
export async function takeChallenge(
  db: Db,
  challenge: string,
  { purpose, userId, sessionId }: PasskeyFlow,
): Promise<{ userHandle: Buffer | null } | null> {
  const { rows } = await sql<{ userHandle: Buffer | null; isFresh: boolean }>`
    delete from passkey_challenges where challenge_hash = ${sha256(Buffer.from(challenge, 'base64url'))}
      and purpose = ${purpose} and user_id is not distinct from ${userId}::int
      and session_id is not distinct from ${sessionId}::uuid
    returning user_handle, expires_at > now() as is_fresh`.execute(db);
  return rows[0]?.isFresh ? rows[0] : null;
}
