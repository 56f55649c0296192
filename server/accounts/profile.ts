import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { networkOf, withinLimit } from '#server/platform/throttle.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { mailPasswordChanged } from './password-reset.ts';
import { refuseBadPassword } from './password-rules.ts';
import { endSessions } from './sessions.ts';

/** The profile fields a user may change; absent fields stay. */
export interface ProfileFields {
  firstName?: string;
  lastName?: string;
  mobilePhoneNumber?: string | null;
  imageId?: number | null;
  language?: string;
}

/** Changes the user's profile. */
export async function updateProfile(ctx: SignedIn, fields: ProfileFields): Promise<Row<'users'>> {
  return ctx.db
    .updateTable('users')
    .set({ ...fields, language: fields.language ?? ctx.viewer.language })
    .where('id', '=', ctx.viewer.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const freshMinutes = 10;

/** Refuses unless the user signed in a few minutes ago, for users without a password. */
async function refuseOldSession(ctx: SignedIn): Promise<void> {
  const { rows } = await sql`
    select 1 from sessions where id = ${ctx.viewer.sessionId}::uuid
      and inserted_at > now() - make_interval(mins => ${freshMinutes})`.execute(ctx.db);
  if (!rows.length) throw new Refusal('error_sign_in_again');
}

/** Refuses a wrong password of the user. Without a password, needs a fresh session. */
export async function refuseWrongPassword(ctx: SignedIn, password: string, field: string): Promise<Row<'users'>> {
  const { id } = ctx.viewer;
  if (!(await withinLimit(ctx.db, 'own password', String(id), 10, 600))) throw new Refusal('too_many_attempts');
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (user.passwordHash === null) {
    await refuseOldSession(ctx);
    return user;
  }
  if (await verifyPassword(user.passwordHash, password)) return user;
  const network = networkOf(ctx.ip);
  ctx.securityLog.count({ kind: 'sign_in_failed', userId: id, network, detail: 'error_wrong_password' });
  throw new Refusal('error_wrong_password', { [field]: 'error_wrong_password' });
}

/**
 * Changes the password, ends other sessions and sends a mail. Refused if the password or session changed during the
 * request.
 */
export async function changePassword(ctx: SignedIn, current: string, next: string): Promise<void> {
  const id = ctx.viewer.id;
  const user = await refuseWrongPassword(ctx, current, 'currentPassword');
  if (user.passwordHash === null) throw new Refusal('error_no_password');
  await refuseBadPassword(ctx.db, next, user, 'newPassword');
  const passwordHash = await hashPassword(next);
  await inTransaction(ctx.db, async (tx) => {
    const { numUpdatedRows: changed } = await tx
      .updateTable('users')
      .set({ passwordHash })
      .where('id', '=', id)
      .where('passwordHash', '=', user.passwordHash)
      .executeTakeFirst();
    if (!changed) throw new Refusal('error_wrong_password', { currentPassword: 'error_wrong_password' });
    const session = tx.selectFrom('sessions').select('id').where('id', '=', ctx.viewer.sessionId);
    if (!(await session.executeTakeFirst())) throw new Refusal('error_session_expired');
    await tx.deleteFrom('oneTimeTokens').where('userId', '=', id).where('usedAt', 'is', null).execute();
    await recordSecurity(tx, { kind: 'password_changed' });
    await endSessions(tx, id, ctx.viewer.sessionId);
    await mailPasswordChanged(ctx, tx, id, user.language);
  });
  ctx.log.info({ event: 'password_changed', user: id });
}
