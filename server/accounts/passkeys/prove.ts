import type { PublicKeyCredentialRequestOptionsJSON, VerifiedAuthenticationResponse } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { recordSecurity } from '#server/api/security-log/record.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { issueChallenge, type PasskeyFlow, takeChallenge } from './challenges.ts';
import { credentialsOf } from './passkeys.ts';
import { type RelyingParty, requireParty } from './relying-party.ts';
import { type Assertion, forLibrary, signedChallenge, webauthn } from './responses.ts';

type Proving = Pick<App, 'db' | 'jobs' | 'log' | 'publicUrl'>;

/** A passkey whose authenticator signed the challenge. */
export interface ProvenPasskey {
  userId: number;
  /** Counts like the password: the passkey signs in, and its authenticator checked PIN, finger or face. */
  isVerified: boolean;
}

/** Returns the options to ask for a passkey. */
export async function requestOptions(
  ctx: Pick<App, 'db' | 'publicUrl'>,
  flow: PasskeyFlow,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const party = requireParty(ctx);
  const allowed = flow.userId === null ? [] : await credentialsOf(ctx.db, flow.userId);
  const challenge = await issueChallenge(ctx.db, flow);
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: new Uint8Array(challenge),
    userVerification: flow.purpose === 'sign_in' ? 'required' : 'preferred',
    timeout: 120_000,
    ...(allowed.length ? { allowCredentials: allowed as { id: string }[] } : {}),
  });
}

interface Stored {
  id: number;
  userId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  userHandle: Buffer;
  signsIn: boolean;
}

/**
 * Verifies and consumes a signed challenge. Refuses an authenticator whose count did not grow, because it was copied;
 * its user gets a mail. Refuses a sign-in by a second factor only: a security key without a PIN takes one from its
 * finder.
 */
export async function provePasskey(ctx: Proving, given: Assertion, flow: PasskeyFlow): Promise<ProvenPasskey> {
  const party = requireParty(ctx);
  const challenge = signedChallenge(given.response.clientDataJSON, party);
  if (!(await takeChallenge(ctx.db, challenge, flow))) throw new Refusal('error_passkey_again');
  const stored = await findPasskey(ctx.db, given);
  if (flow.userId !== null && stored.userId !== flow.userId) throw new Refusal('passkey_unknown');
  const { newCounter, userVerified, credentialBackedUp } = await check(given, { stored, party, challenge, flow });
  const { rows } = await sql`
    update passkeys set sign_count = ${newCounter}::bigint, is_synced = ${credentialBackedUp}, last_used_at = now()
    where id = ${stored.id} and (sign_count < ${newCounter}::bigint or sign_count = 0 and ${newCounter}::bigint = 0)
    returning id`.execute(ctx.db);
  if (!rows.length) await refuseCopy(ctx, stored);
  if (flow.purpose === 'sign_in' && !stored.signsIn) throw new Refusal('error_passkey_factor');
  return { userId: stored.userId, isVerified: userVerified && stored.signsIn };
}

async function findPasskey(db: Db, { id, response: { userHandle } }: Assertion): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select id, user_id, credential_id, public_key, user_handle, signs_in from passkeys
    where credential_id = ${Buffer.from(id, 'base64url')}`.execute(db);
  const found = rows[0];
  if (!found || (userHandle && !found.userHandle.equals(Buffer.from(userHandle, 'base64url'))))
    throw new Refusal('passkey_unknown');
  return found;
}

interface Expected {
  stored: Stored;
  party: RelyingParty;
  challenge: string;
  flow: PasskeyFlow;
}

async function check(
  given: Assertion,
  { stored, party, challenge, flow }: Expected,
): Promise<VerifiedAuthenticationResponse['authenticationInfo']> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: forLibrary(given),
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // the statement compares the count, so that parallel responses can't pass
    credential: {
      id: stored.credentialId.toString('base64url'),
      publicKey: new Uint8Array(stored.publicKey),
      counter: 0,
    },
    requireUserVerification: flow.purpose === 'sign_in',
  }).catch(() => ({ verified: false, authenticationInfo: null }));
  if (!verified || !authenticationInfo) throw new Refusal('error_passkey_failed');
  return authenticationInfo;
}

async function refuseCopy(ctx: Proving, { id, userId }: Stored): Promise<never> {
  const passkey = ctx.db.selectFrom('passkeys').select('name').where('id', '=', id);
  const name = (await passkey.executeTakeFirst())?.name;
  if (name === undefined) throw new Refusal('passkey_unknown'); // removed at this moment
  await inTransaction(ctx.db, async (tx) => {
    const user = tx.selectFrom('users').select('language').where('id', '=', userId);
    const { language } = await user.executeTakeFirstOrThrow();
    await recordSecurity(tx, { kind: 'passkey_copied', by: null, subject: ['User', userId] });
    if (!(await withinLimit(tx, 'passkey_copied', String(userId), 3, 3600))) return;
    const values = { 'passkey.name': name };
    await sendSystemMail(ctx, tx, {
      identifier: 'passkey_copied',
      to: userId,
      language,
      values,
      page: '/updateprofile',
    });
  });
  ctx.log.warn({ event: 'passkey_copied', user: userId, passkey: id });
  throw new Refusal('error_passkey_copied');
}
