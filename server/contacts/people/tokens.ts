import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { sha256, tokenOf } from '#server/platform/secrets.ts';

const days = 30;

/** Creates a person's link; earlier ones become invalid. */
export async function createPersonToken(app: Pick<App, 'secrets'>, tx: Tx, personId: number): Promise<number> {
  await tx.deleteFrom('personTokens').where('personId', '=', personId).execute();
  const nonce = randomBytes(16);
  const { rows } = await sql<{ id: number }>`
    insert into person_tokens (person_id, nonce, token_hash, expires_at)
    values (${personId}, ${nonce}, ${sha256(tokenOf(app.secrets.link, nonce))}, now() + make_interval(days => ${days}))
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** Invalidates people's links, which may have reached others. */
export async function withdrawPersonTokens(tx: Tx, people: readonly number[]): Promise<void> {
  if (people.length) await tx.deleteFrom('personTokens').where('personId', 'in', people).execute();
}

/** Returns a token's person, any number of times; null if invalid. */
export async function findTokenPerson(db: Db, token: string): Promise<number | null> {
  const { rows } = await sql<{ personId: number }>`
    select person_id from person_tokens where token_hash = ${sha256(token)} and expires_at > now()`.execute(db);
  return rows[0]?.personId ?? null;
}
