import { readAssertion } from '#server/accounts/passkeys/responses.ts';
import { refuseWrongPassword } from '#server/accounts/profile.ts';
import { endSessions, holdUser } from '#server/accounts/sessions.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { seal } from '#server/platform/secrets.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { forgetGuesses, refuseGuessing } from '#server/platform/throttle.ts';
import { codesLeft, renewCodes } from './recovery-codes.ts';
import { checkSecondFactor, openTotp, provePasskeyOf, sealedFor, usersWithFactor } from './second-factor.ts';
import { newTotpSecret, secretUri, stepOf } from './time-code.ts';
import { recordNewCodes, recordTotp } from './totp-audit.ts';

/** The setup data for an authenticator app, returned once: the secret as text and as a QR code's address. */
export interface TotpSetup {
  secret: string;
  uri: string;
}

const wrongCode = () => new Refusal('error_totp_code', { code: 'error_totp_code' });

export interface IdentityProof {
  password: string | null;
  /** A code of the app or a recovery code. */
  code: string | null;
  /** A passkey's response as JSON, instead of the code; if it verified its owner, instead of password and code. */
  passkey: string | null;
}

/** Refuses without a passkey that verified its owner, or the password and, if on, the second factor. */
export async function requireIdentity(ctx: SignedIn, { password, code, passkey }: IdentityProof): Promise<void> {
  const { id: userId, sessionId } = ctx.viewer;
  const flow = { purpose: 'confirm', userId, sessionId } as const;
  const proven = passkey ? await provePasskeyOf(ctx, readAssertion(passkey), flow) : null;
  if (proven?.isVerified) return;
  await refuseWrongPassword(ctx, password ?? '', 'password');
  if (proven) return;
  const factor = await checkSecondFactor(ctx, userId, { totp: code, passkey: null });
  if (factor === 'missing') throw new Refusal('error_required', { code: 'error_required' });
  if (factor === 'wrong') throw wrongCode();
}

/** Creates an app's secret, effective once a code confirms it. */
export async function startTotp(ctx: SignedIn, proof: IdentityProof): Promise<TotpSetup> {
  const { id } = ctx.viewer;
  await requireIdentity(ctx, proof);
  const secret = newTotpSecret();
  const pendingSecret = seal(ctx.secrets.store, sealedFor(id), secret);
  await ctx.db
    .insertInto('userTotp')
    .values({ userId: id, pendingSecret })
    .onConflict((c) => c.column('userId').doUpdateSet({ pendingSecret }))
    .execute();
  const { email } = await ctx.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
  const { system_name } = await readSettings(ctx.db, 'system_name');
  return { secret, uri: secretUri(secret, system_name ?? 'Meldekette', email) };
}

/** Connects the app by its first code; returns new recovery codes. Other sessions end. */
export async function confirmTotp(ctx: SignedIn, code: string): Promise<string[]> {
  const { id, sessionId } = ctx.viewer;
  await refuseGuessing(ctx.db, id);
  return inTransaction(ctx.db, async (tx) => {
    await holdUser(tx, id);
    const row = await tx.selectFrom('userTotp').selectAll().where('userId', '=', id).forUpdate().executeTakeFirst();
    const pending = row?.pendingSecret && openTotp(ctx.secrets, id, row.pendingSecret);
    if (!pending) throw new Refusal('error_totp_not_started');
    const step = stepOf(pending, code.replace(/\s/g, ''));
    if (step === null) throw wrongCode();
    const secret = row.pendingSecret;
    await tx
      .updateTable('userTotp')
      .set({ secret, pendingSecret: null, lastStep: step })
      .where('userId', '=', id)
      .execute();
    await forgetGuesses(tx, id);
    await endSessions(tx, id, sessionId);
    await recordTotp(tx, id, id, true);
    const language = ctx.viewer.language;
    await sendSystemMail(ctx, tx, { identifier: 'totp_added', to: id, language, page: '/updateprofile' });
    ctx.log.info({ event: 'totp_on', user: id });
    return renewCodes(ctx, tx, id);
  });
}

/** Replaces the recovery codes by ten new ones. */
export async function renewRecoveryCodes(ctx: SignedIn, proof: IdentityProof): Promise<string[]> {
  const { id } = ctx.viewer;
  await requireIdentity(ctx, proof);
  return inTransaction(ctx.db, async (tx) => {
    if (!(await usersWithFactor(tx, [id])).has(id)) throw new Refusal('error_totp_off');
    const before = (await codesLeft(tx, [id])).get(id) ?? 0;
    const codes = await renewCodes(ctx, tx, id);
    await recordNewCodes(tx, id, before, codes.length);
    return codes;
  });
}
