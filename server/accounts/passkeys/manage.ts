import { randomBytes } from 'node:crypto';
import type { PublicKeyCredentialCreationOptionsJSON, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { endSessions, holdUser } from '#server/accounts/sessions.ts';
import { renewCodes } from '#server/accounts/totp/recovery-codes.ts';
import { usersWithFactor } from '#server/accounts/totp/second-factor.ts';
import { type IdentityProof, requireIdentity } from '#server/accounts/totp/set-up.ts';
import { mailPasskeysRemoved, settleFactors } from '#server/accounts/totp/switch-off.ts';
import { lockUser } from '#server/accounts/users.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { issueChallenge, type PasskeyFlow, takeChallenge } from './challenges.ts';
import { recordPasskey } from './passkey-audit.ts';
import { credentialsOf } from './passkeys.ts';
import { type RelyingParty, requireParty } from './relying-party.ts';
import {
  type Attestation,
  keyAlgorithms,
  newForLibrary,
  readAttestation,
  signedChallenge,
  webauthn,
} from './responses.ts';

const mostPasskeys = 20;

const flowOf = ({ viewer }: SignedIn, purpose: 'add' | 'confirm'): PasskeyFlow & { userId: number } => ({
  purpose,
  userId: viewer.id,
  sessionId: viewer.sessionId,
});

export const confirmFlow = (ctx: SignedIn): PasskeyFlow & { userId: number } => flowOf(ctx, 'confirm');

/** Returns the options to create a passkey. */
export async function startPasskey(
  ctx: SignedIn,
  proof: IdentityProof,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const party = requireParty(ctx);
  await requireIdentity(ctx, proof);
  const { id } = ctx.viewer;
  const existing = await credentialsOf(ctx.db, id);
  if (existing.length >= mostPasskeys) throw new Refusal('error_passkeys_many');
  const user = await ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { system_name } = await readSettings(ctx.db, 'system_name');
  const userHandle = await handleOf(ctx, id);
  const challenge = await issueChallenge(ctx.db, flowOf(ctx, 'add'), userHandle);
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpName: system_name ?? 'Meldekette',
    rpID: party.id,
    userID: new Uint8Array(userHandle),
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`,
    challenge: new Uint8Array(challenge),
    timeout: 120_000,
    attestationType: 'none',
    supportedAlgorithmIDs: keyAlgorithms,
    excludeCredentials: existing as { id: string }[],
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** Returns the handle of a user's passkeys, random because it must not identify the person. */
async function handleOf({ db }: SignedIn, userId: number): Promise<Buffer> {
  const found = await db.selectFrom('passkeys').select('userHandle').where('userId', '=', userId).executeTakeFirst();
  return found?.userHandle ?? randomBytes(32);
}

/** Adds a passkey; returns recovery codes for the first second factor. Other sessions end, and the user gets a mail. */
export async function addPasskey(ctx: SignedIn, name: string, response: string): Promise<string[]> {
  const given = readAttestation(response);
  const party = requireParty(ctx);
  const challenge = signedChallenge(given.response.clientDataJSON, party);
  const taken = await takeChallenge(ctx.db, challenge, flowOf(ctx, 'add'));
  if (!taken?.userHandle) throw new Refusal('error_passkey_again');
  const info = await check(given, challenge, party);
  if (!info) throw new Refusal('error_passkey_failed');
  return store(ctx, { name, given, userHandle: taken.userHandle, info });
}

async function check(given: Attestation, challenge: string, party: RelyingParty): Promise<Info | undefined> {
  const { verifyRegistrationResponse } = await webauthn();
  const response = await newForLibrary(given).catch(() => null);
  if (!response) return undefined;
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    supportedAlgorithmIDs: keyAlgorithms,
    requireUserVerification: false, // without, it is a second factor only
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  return verified ? registrationInfo : undefined;
}

type Info = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

interface New {
  name: string;
  given: Attestation;
  userHandle: Buffer;
  info: Info;
}

function store(ctx: SignedIn, { name, given, userHandle, info }: New): Promise<string[]> {
  const { id, sessionId, language } = ctx.viewer;
  return inTransaction(ctx.db, async (tx) => {
    await holdUser(tx, id);
    await refuseEnded(tx, sessionId);
    const isFirstFactor = !(await usersWithFactor(tx, [id])).has(id);
    const { rows } = await sql<{ id: number }>`
      insert into passkeys (user_id, credential_id, public_key, user_handle, sign_count, transports, signs_in, is_synced, name)
      select ${id}, ${Buffer.from(info.credential.id, 'base64url')}, ${Buffer.from(info.credential.publicKey)}, ${userHandle},
        ${info.credential.counter}::bigint, ${given.response.transports ?? []}::text[],
        ${info.userVerified && given.clientExtensionResults?.credProps?.rk !== false}::boolean,
        ${info.credentialBackedUp}::boolean, ${name}
      where (select count(*) from passkeys where user_id = ${id}) < ${mostPasskeys}
      on conflict (credential_id) do nothing returning id`.execute(tx);
    if (!rows.length) throw new Refusal('error_passkey_taken');
    await endSessions(tx, id, sessionId);
    await recordPasskey(tx, { by: id, userId: id, before: null, after: name });
    const values = { 'passkey.name': name };
    await sendSystemMail(ctx, tx, { identifier: 'passkey_added', to: id, language, values, page: '/updateprofile' });
    ctx.log.info({ event: 'passkey_added', user: id, passkey: rows[0]!.id });
    return isFirstFactor ? renewCodes(ctx, tx, id) : [];
  });
}

/** Refuses if the session ended during the request, so that a reset locks an intruder out. */
async function refuseEnded(tx: Tx, sessionId: string): Promise<void> {
  const session = tx.selectFrom('sessions').select('id').where('id', '=', sessionId);
  if (!(await session.executeTakeFirst())) throw new Refusal('error_session_expired');
}

/** Renames an own passkey; returns false if there is none. */
export async function renamePasskey(ctx: SignedIn, passkey: number, name: string): Promise<boolean> {
  const { id } = ctx.viewer;
  return inTransaction(ctx.db, async (tx) => {
    await holdUser(tx, id);
    const mine = tx.selectFrom('passkeys').select('name').where('id', '=', passkey).where('userId', '=', id);
    const before = await mine.executeTakeFirst();
    if (!before) return false;
    if (before.name === name) return true;
    await tx.updateTable('passkeys').set({ name }).where('id', '=', passkey).execute();
    await recordPasskey(tx, { by: id, userId: id, before: before.name, after: name });
    return true;
  });
}

/** Removes an own passkey. Other sessions end, and the user gets a mail. */
export async function removePasskey(ctx: SignedIn, passkey: number, proof: IdentityProof): Promise<boolean> {
  const { id, sessionId } = ctx.viewer;
  await requireIdentity(ctx, proof);
  return inTransaction(ctx.db, async (tx) => {
    const user = await lockUser(tx, id);
    const removed = await tx
      .deleteFrom('passkeys')
      .where('id', '=', passkey)
      .where('userId', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!removed) return false;
    await settleFactors(tx, id);
    await endSessions(tx, id, sessionId);
    await recordPasskey(tx, { by: id, userId: id, before: removed.name, after: null });
    await mailPasskeysRemoved(ctx, tx, user, [removed.name]);
    ctx.log.info({ event: 'passkey_removed', user: id, passkey });
    return true;
  });
}
