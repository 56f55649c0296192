import { type RawBuilder, sql } from 'kysely';
import { verifyPassword } from '#server/accounts/password.ts';
import { findRecoveryCode } from '#server/accounts/totp/recovery-codes.ts';
import { openTotp } from '#server/accounts/totp/second-factor.ts';
import { stepOf } from '#server/accounts/totp/time-code.ts';
import { releaseCodeHash } from '#server/administration/second-place/codes.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import { limits } from '#shared/limits.ts';

/** A person who may release the second place, and the secrets that the release uses up. */
export interface Releaser {
  name: string;
  userId: number | null;
  releaseCodeId: number | null;
  recoveryCodeId: number | null;
  totpStep: number | null;
}

/** Why a person may not release it. */
export type ProofFault = 'wrong' | 'factor' | 'noFactor' | 'code' | 'name';

/** The condition of a user who may release it. */
export const isReadyOwner: RawBuilder<boolean> = sql`
  (is_active and not need_approval and verified_at is not null and 'system_owner' = any(roles))`;

interface Account {
  id: number;
  name: string;
  hash: string | null;
  isReady: boolean;
  secret: Buffer | null;
  lastStep: number | null;
}

interface Proving {
  db: Db;
  secrets: Secrets;
}

/** Checks password and second factor by replicated rows. All failures get the same answer after the same time. */
export async function proveOwner(
  { db, secrets }: Proving,
  { email, password, factor }: { email: string; password: string; factor: string },
): Promise<Releaser | ProofFault> {
  const { rows } = await sql<Account>`
    select u.id, u.first_name || ' ' || u.last_name as name, u.password_hash as hash,
      ${isReadyOwner} as is_ready, t.secret, t.last_step
    from users u left join user_totp t on t.user_id = u.id
    where lower(u.email) = ${email.trim().toLowerCase()}`.execute(db);
  const [account] = rows;
  const isRight = await verifyPassword(account?.hash ?? null, password);
  if (!account || !isRight || !account.isReady) return 'wrong';
  const { id: userId, name } = account;
  const secret = account.secret && openTotp(secrets, userId, account.secret);
  if (!secret) return 'noFactor';
  const proven = { name, userId, releaseCodeId: null };
  const digits = factor.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const step = stepOf(secret, digits);
    const isNew = step !== null && (account.lastStep === null || account.lastStep < step);
    return isNew ? { ...proven, totpStep: step, recoveryCodeId: null } : 'factor';
  }
  const recoveryCodeId = await findRecoveryCode({ secrets }, db, userId, factor);
  return recoveryCodeId === null ? 'factor' : { ...proven, totpStep: null, recoveryCodeId };
}

/** Checks a printed code. The person's name is recorded as entered. */
export async function proveCode(
  { db, secrets }: Proving,
  { code, name }: { code: string; name: string },
): Promise<Releaser | ProofFault> {
  const { rows: known } = await sql<{ is: boolean }>`select to_regclass('release_codes') is not null as is`.execute(db);
  if (!known[0]!.is) return 'code'; // a release before the codes
  const { rows } = await sql<{ id: number }>`
    select id from release_codes
    where code_hash = ${releaseCodeHash({ secrets }, code)} and used_at is null and revoked_at is null`.execute(db);
  if (!rows[0]) return 'code';
  if (!name.trim()) return 'name';
  return {
    name: name.trim().slice(0, limits.nameMaximum),
    userId: null,
    releaseCodeId: rows[0].id,
    recoveryCodeId: null,
    totpStep: null,
  };
}
