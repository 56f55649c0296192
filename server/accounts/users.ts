import type { Updateable } from 'kysely';
import { hasIdentity } from '#server/accounts/single-sign-on/ways-to-sign-in.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { DB } from '#server/platform/database/types.gen.ts';
import { usageOf } from '#server/platform/database/usage.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { privilegedRoles } from '#shared/permissions.ts';
import { createToken } from './one-time-tokens.ts';
import { hasOtherOwner, lockAccess } from './queries.ts';
import { forgetRegistrationPassword } from './registration-passwords.ts';
import { isInvited, isUnconfirmed, isWithdrawable, losesOwner, refuseRoleChange, refuseTakeover } from './rules.ts';
import { endSessions } from './sessions.ts';
import { recordRemoval, recordUser } from './user-audit.ts';

/** Absent fields stay. */
export interface UserFields {
  email?: string;
  firstName?: string;
  lastName?: string;
  mobilePhoneNumber?: string | null;
  imageId?: number | null;
  language?: string;
  roles?: readonly string[];
  isActive?: boolean;
  needApproval?: boolean;
}

/** Creates an active user and mails an invitation. */
export async function createUser(
  ctx: SignedIn,
  fields: UserFields & Required<Pick<UserFields, 'email' | 'firstName' | 'lastName'>>,
): Promise<Row<'users'>> {
  const roles = [...(fields.roles ?? [])];
  refuseRoleChange(ctx.viewer, [], roles);
  const isActive = activity({ isActive: true, needApproval: false }, fields);
  return inTransaction(ctx.db, async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ ...fields, isActive, roles })
      .onConflict((c) => c.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!user) throw new Refusal('error_email_taken', { email: 'error_email_taken' });
    await invite(ctx, tx, user);
    await recordUser(tx, ctx.viewer.id, null, user);
    ctx.log.info({ event: 'user_created', user: user.id, by: ctx.viewer.id });
    return user;
  });
}

async function invite(ctx: SignedIn, tx: Tx, user: Row<'users'>): Promise<void> {
  const author = await tx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirstOrThrow();
  await sendSystemMail(ctx, tx, {
    identifier: 'user_invitation',
    to: user.id,
    language: user.language,
    tokenId: await createToken(ctx, tx, 'invite', user.id),
    values: { 'author.name': `${author.firstName} ${author.lastName}` },
  });
}

/** Repeats an invitation; invalidates the earlier link. */
export async function resendInvitation(ctx: SignedIn, id: number): Promise<Row<'users'>> {
  if (!(await withinLimit(ctx.db, 'invitation', String(id), 5, 3600))) throw new Refusal('too_many_attempts');
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, id);
    if (!isInvited(user) || !user.isActive) throw new Refusal('error_user_not_invited');
    await invite(ctx, tx, user);
    ctx.log.info({ event: 'user_invited_again', user: id, by: ctx.viewer.id });
    return user;
  });
}

/** Switches a user off, or deletes an unused invitation. Returns the last state. */
export async function deleteUser(ctx: SignedIn, id: number): Promise<Row<'users'>> {
  const withdrawn = await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, id);
    if (!isWithdrawable(user, await usageOf(tx, 'users', id))) return null;
    refuseTakeover(ctx.viewer, user.roles);
    const gone = { roles: [], isActive: false };
    if (losesOwner(user, gone) && !(await hasOtherOwner(tx, id))) throw new Refusal('error_last_system_owner');
    await endSessions(tx, id);
    await tx.deleteFrom('users').where('id', '=', id).execute();
    await recordRemoval(tx, ctx.viewer.id, id, { isActive: user.isActive });
    ctx.log.info({ event: 'invitation_withdrawn', user: id, by: ctx.viewer.id });
    return user;
  });
  return withdrawn ?? updateUser(ctx, id, { isActive: false });
}

/** Returns whether a user is active after a change; waiting ones need approval. */
function activity(before: Pick<Row<'users'>, 'isActive' | 'needApproval'>, fields: UserFields): boolean {
  const waits = fields.needApproval ?? before.needApproval;
  if (waits && fields.isActive) throw new Refusal('error_user_waiting');
  return !waits && (fields.isActive ?? before.isActive);
}

/**
 * Changes a user. Loss of access, other roles or another address end sessions. Only system owners change privileged
 * users, and one always remains.
 */
export async function updateUser(ctx: SignedIn, id: number, fields: UserFields): Promise<Row<'users'>> {
  return inTransaction(ctx.db, (tx) => updateWithin(ctx, tx, id, fields));
}

/** Switches users on or off, all or none. */
export async function setUsersActive(ctx: SignedIn, ids: readonly number[], isActive: boolean): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    for (const id of ids) await updateWithin(ctx, tx, id, { isActive });
  });
}

async function updateWithin(ctx: SignedIn, tx: Tx, id: number, fields: UserFields): Promise<Row<'users'>> {
  const before = await lockUser(tx, id);
  const after = { roles: fields.roles ?? before.roles, isActive: activity(before, fields) };
  const email = fields.email ?? before.email;
  refuseRoleChange(ctx.viewer, before.roles, after.roles);
  const isMoved = email !== before.email;
  const waits = fields.needApproval ?? before.needApproval;
  const access = after.isActive !== before.isActive || waits !== before.needApproval || isMoved;
  if (access) refuseTakeover(ctx.viewer, before.roles);
  if (losesOwner(before, after) && !(await hasOtherOwner(tx, id))) throw new Refusal('error_last_system_owner');
  if (isMoved && (await isTaken(tx, email, id))) throw new Refusal('error_email_taken', { email: 'error_email_taken' });
  const isTrusted =
    isUnconfirmed(before) && (isMoved || !isUnconfirmed({ ...before, ...after, roles: [...after.roles] }));
  // a registration's password may be a stranger's
  const unset = isTrusted ? { passwordHash: null } : {};
  if (isTrusted || isMoved) await forgetRegistrationPassword(tx, id);
  const user = await change(tx, id, { ...fields, ...after, ...unset, roles: [...after.roles] });
  if (waits !== before.needApproval) await publish(tx, { running: true });
  const isRaised = privilegedRoles.some((role) => user.roles.includes(role) && !before.roles.includes(role));
  if (access || isRaised) await withdrawTokens(tx, id);
  if (access || String(after.roles) !== String(before.roles)) {
    await endSessions(tx, id, id === ctx.viewer.id && after.isActive ? ctx.viewer.sessionId : null);
  }
  if ((isMoved || isRaised) && isInvited(user) && user.isActive) await invite(ctx, tx, user);
  await recordUser(tx, ctx.viewer.id, before, user);
  ctx.log.info({ event: 'user_updated', user: id, by: ctx.viewer.id });
  return user;
}

/** Invalidates mailed links, which may have reached others. */
async function withdrawTokens(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('oneTimeTokens').where('userId', '=', userId).where('usedAt', 'is', null).execute();
}

/** Locks a waiting user; only system owners decide on privileged ones. */
async function lockWaiting(ctx: SignedIn, tx: Tx, id: number): Promise<Row<'users'>> {
  const user = await lockUser(tx, id);
  if (!user.needApproval) throw new Refusal('error_user_not_waiting');
  refuseTakeover(ctx.viewer, user.roles);
  await publish(tx, { running: true }); // notifies other administrators
  return user;
}

/** Approves a registered user with roles, and notifies them. */
export async function approveUser(ctx: SignedIn, id: number, roles: readonly string[]): Promise<Row<'users'>> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await lockWaiting(ctx, tx, id);
    refuseRoleChange(ctx.viewer, before.roles, roles);
    const user = await change(tx, id, { roles: [...roles], isActive: true, needApproval: false });
    await recordUser(tx, ctx.viewer.id, before, user);
    if (isInvited(user) && !(await hasIdentity(tx, id))) await invite(ctx, tx, user);
    else
      await sendSystemMail(ctx, tx, { identifier: 'user_approved', to: id, language: user.language, page: '/login' });
    ctx.log.info({ event: 'user_approved', user: id, by: ctx.viewer.id });
    return user;
  });
}

/** Deletes a registration and mails the reason. Refused after a sign-in. */
export async function rejectUser(ctx: SignedIn, id: number, reason: string | null): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockWaiting(ctx, tx, id);
    if (user.lastSignInAt) throw new Refusal('error_user_signed_in_before');
    await tx.deleteFrom('users').where('id', '=', id).execute();
    await recordRemoval(tx, ctx.viewer.id, id, { needApproval: true });
    const values = { 'user.firstName': user.firstName, 'user.lastName': user.lastName, reason: reason ?? '' };
    const to = { email: user.email };
    await sendSystemMail(ctx, tx, { identifier: 'user_rejected', to, language: user.language, values });
  });
  ctx.log.info({ event: 'user_rejected', user: id, by: ctx.viewer.id });
}

/** Locks a user and all changes of access. */
export async function lockUser(tx: Tx, id: number): Promise<Row<'users'>> {
  await lockAccess(tx);
  const user = await tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!user) throw new Refusal('error_not_found');
  return user;
}

const change = (tx: Tx, id: number, values: Updateable<DB['users']>) =>
  tx.updateTable('users').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

async function isTaken(tx: Tx, email: string, except: number): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .where('id', '<>', except)
    .executeTakeFirst();
  return other !== undefined;
}
