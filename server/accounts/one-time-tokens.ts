import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sha256, tokenOf } from '#server/platform/secrets.ts';

export type TokenKind = 'verify' | 'reset' | 'invite';

const hours: Record<TokenKind, number> = { verify: 24, reset: 1, invite: 7 * 24 };

/** Creates a token; invalidates an earlier one of the kind. */
export async function createToken(app: Pick<App, 'secrets'>, tx: Tx, kind: TokenKind, userId: number): Promise<number> {
  await tx
    .deleteFrom('oneTimeTokens')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('usedAt', 'is', null)
    .execute();
  const nonce = randomBytes(16);
  const { rows } = await sql<{ id: number }>`
    insert into one_time_tokens (kind, user_id, nonce, token_hash, expires_at)
    values (${kind}, ${userId}, ${nonce}, ${sha256(tokenOf(app.secrets.link, nonce))},
      now() + make_interval(hours => ${hours[kind]}))
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** Returns a valid token's user without consuming it. */
export async function findTokenUser(db: Db, token: string, kinds: TokenKind[]): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    select user_id from one_time_tokens where token_hash = ${sha256(token)} and kind = any(${kinds})
      and used_at is null and expires_at > now()`.execute(db);
  return rows[0]?.userId ?? null;
}

/** Consumes a token; refuses an invalid one. */
export async function consumeToken(
  tx: Tx,
  token: string,
  kinds: TokenKind[],
): Promise<{ userId: number; kind: TokenKind }> {
  const { rows } = await sql<{ userId: number; kind: TokenKind }>`
    update one_time_tokens set used_at = now() where token_hash = ${sha256(token)} and kind = any(${kinds})
      and used_at is null and expires_at > now() returning user_id, kind`.execute(tx);
  if (!rows[0]) throw new Refusal('invalid_token', { token: 'invalid_token' });
  return rows[0];
}
