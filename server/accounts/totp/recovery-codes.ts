import { createHmac, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';

const amount = 10;
// no 0, 1, I, L, O, U, which are confusable on paper
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 12; // 58 bits

type Keys = Pick<App, 'secrets'>;

/** Replaces recovery codes; only this response contains them. */
export async function renewCodes(app: Keys, tx: Tx, userId: number): Promise<string[]> {
  await forgetCodes(tx, userId);
  const codes = Array.from({ length: amount }, newCode);
  const rows = codes.map((code) => ({ userId, codeHash: hashOf(app, userId, code) }));
  await tx.insertInto('recoveryCodes').values(rows).execute();
  return codes;
}

/** Deletes a user's recovery codes. */
export async function forgetCodes(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute();
}

/** Consumes a recovery code; returns false if unknown or used. */
export async function takeRecoveryCode(app: Keys, tx: Tx, userId: number, code: string): Promise<boolean> {
  const { rows } = await sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${hashOf(app, userId, code)} and used_at is null returning id`.execute(
    tx,
  );
  return rows.length === 1;
}

/** Returns an unused recovery code's id without consuming it. */
export async function findRecoveryCode(app: Keys, db: Db, userId: number, code: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select id from recovery_codes
    where user_id = ${userId} and code_hash = ${hashOf(app, userId, code)} and used_at is null`.execute(db);
  return rows[0]?.id ?? null;
}

/** Counts the unused recovery codes by user. */
export async function codesLeft(db: Db | Tx, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ userId: number; left: number }>`
    select user_id, count(*)::int as left from recovery_codes
    where user_id = any(${userIds}) and used_at is null group by user_id`.execute(db);
  return new Map(rows.map((row) => [row.userId, row.left]));
}

function newCode(): string {
  const text = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
  return text.match(/.{4}/g)!.join('-');
}

const plain = (code: string) => code.toUpperCase().replace(/[\s-]/g, '');

const hashOf = ({ secrets }: Keys, userId: number, code: string): Buffer =>
  createHmac('sha256', secrets.code)
    .update(`${userId}/${plain(code)}`)
    .digest();
