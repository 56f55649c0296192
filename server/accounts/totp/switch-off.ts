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
import { refuseStranger } from './set-up.ts';
import { recordTotp } from './totp-audit.ts';

/** Switches the user's second factor off, unless a role requires it; sends a mail. */
export async function disableTotp(ctx: SignedIn, password: string, code: string): Promise<void> {
  const { id } = ctx.viewer;
  if (await demandsTotp(ctx.db, id)) throw new Refusal('error_totp_demanded');
  await refuseStranger(ctx, password, code);
  await inTransaction(ctx.db, async (tx) => remove(ctx, tx, await lockUser(tx, id)));
  ctx.log.info({ event: 'totp_off', user: id });
}

/**
 * Removes another user's lost second factor; ends their sessions and sends a mail. Not the viewer's own, because that would
 * defeat its purpose for open sessions.
 */
export async function resetTotp(ctx: SignedIn, id: number): Promise<Row<'users'>> {
  if (id === ctx.viewer.id) throw new Refusal('error_totp_own_reset');
  const user = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockUser(tx, id);
    refuseTakeover(ctx.viewer, locked.roles);
    await remove(ctx, tx, locked);
    await endSessions(tx, id);
    return locked;
  });
  ctx.log.info({ event: 'totp_reset', user: id, by: ctx.viewer.id });
  return user;
}

async function remove(ctx: SignedIn, tx: Tx, user: Row<'users'>): Promise<void> {
  const removed = await tx
    .deleteFrom('userTotp')
    .where('userId', '=', user.id)
    .where('secret', 'is not', null)
    .returning('userId')
    .executeTakeFirst();
  if (!removed) throw new Refusal('error_totp_off');
  await forgetCodes(tx, user.id);
  await forgetGuesses(tx, user.id);
  await recordTotp(tx, ctx.viewer.id, user.id, false);
  const by = await tx
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', ctx.viewer.id)
    .executeTakeFirstOrThrow();
  const values = { 'author.name': `${by.firstName} ${by.lastName}` };
  const mail = { identifier: 'totp_removed', to: user.id, language: user.language, values } as const;
  await sendSystemMail(ctx, tx, { ...mail, page: '/updateprofile' });
}
