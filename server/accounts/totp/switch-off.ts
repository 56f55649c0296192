import { recordPasskey } from '#server/accounts/passkeys/passkey-audit.ts';
import { forgetPasskeys, usersWithPasskeys } from '#server/accounts/passkeys/passkeys.ts';
import { refuseTakeover } from '#server/accounts/rules.ts';
import { endSessions } from '#server/accounts/sessions.ts';
import { lockUser } from '#server/accounts/users.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { demandsTotp } from '#server/api/viewer/totp-demand.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { forgetGuesses } from '#server/platform/throttle.ts';
import { forgetCodes } from './recovery-codes.ts';
import { usersWithFactor } from './second-factor.ts';
import { type IdentityProof, requireIdentity } from './set-up.ts';
import { recordTotp } from './totp-audit.ts';

/** Disconnects the app, unless a role requires a second factor and there is no passkey; sends a mail. */
export async function disableTotp(ctx: SignedIn, proof: IdentityProof): Promise<void> {
  const { id } = ctx.viewer;
  const hasPasskey = (await usersWithPasskeys(ctx.db, [id])).has(id);
  if (!hasPasskey && (await demandsTotp(ctx.db, id))) throw new Refusal('error_totp_demanded');
  await requireIdentity(ctx, proof);
  await inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, id);
    if (!(await removeTotp(ctx, tx, user))) throw new Refusal('error_totp_off');
    await settleFactors(tx, id);
  });
  ctx.log.info({ event: 'totp_off', user: id });
}

/**
 * Removes another user's second factors; ends their sessions and sends a mail. Not the viewer's own, which open
 * sessions could abuse.
 */
export async function resetTotp(ctx: SignedIn, id: number): Promise<Row<'users'>> {
  if (id === ctx.viewer.id) throw new Refusal('error_totp_own_reset');
  const user = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUser(tx, id);
    refuseTakeover(ctx.viewer, locked.roles);
    const hadTotp = await removeTotp(ctx, tx, locked);
    const passkeys = await forgetPasskeys(tx, id);
    if (!hadTotp && !passkeys.length) throw new Refusal('error_totp_off');
    for (const before of passkeys) await recordPasskey(tx, { by: ctx.viewer.id, userId: id, before, after: null });
    if (passkeys.length) await mailPasskeysRemoved(ctx, tx, locked, passkeys);
    await settleFactors(tx, id, { isReset: true });
    await endSessions(tx, id);
    return locked;
  });
  ctx.log.info({ event: 'totp_reset', user: id, by: ctx.viewer.id });
  return user;
}

/**
 * Ends the removal of a second factor; the last one takes the recovery codes. Refused if a role requires one, unless an
 * administrator resets it. The caller has locked the user.
 */
export async function settleFactors(tx: Tx, userId: number, { isReset = false } = {}): Promise<void> {
  await forgetGuesses(tx, userId);
  if ((await usersWithFactor(tx, [userId])).has(userId)) return;
  if (!isReset && (await demandsTotp(tx, userId))) throw new Refusal('error_totp_demanded');
  await forgetCodes(tx, userId);
}

async function removeTotp(ctx: SignedIn, tx: Tx, user: Row<'users'>): Promise<boolean> {
  const removed = await tx
    .deleteFrom('userTotp')
    .where('userId', '=', user.id)
    .where('secret', 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  if (!removed) return false;
  await recordTotp(tx, ctx.viewer.id, user.id, false);
  const values = { 'author.name': await nameOfViewer(ctx, tx) };
  const mail = { identifier: 'totp_removed', to: user.id, language: user.language, values } as const;
  await sendSystemMail(ctx, tx, { ...mail, page: '/updateprofile' });
  return true;
}

/** Mails a user that passkeys of theirs were removed. */
export async function mailPasskeysRemoved(
  ctx: SignedIn,
  tx: Tx,
  user: Pick<Row<'users'>, 'id' | 'language'>,
  names: readonly string[],
): Promise<void> {
  const values = { 'author.name': await nameOfViewer(ctx, tx), 'passkey.name': names.join(', ') };
  const mail = { identifier: 'passkey_removed', to: user.id, language: user.language, values } as const;
  await sendSystemMail(ctx, tx, { ...mail, page: '/updateprofile' });
}

async function nameOfViewer({ viewer }: SignedIn, tx: Tx): Promise<string> {
  const { firstName, lastName } = await tx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  return `${firstName} ${lastName}`;
}
