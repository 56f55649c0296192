import { sql } from 'kysely';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { refuseFlood, withinLimit } from '#server/platform/throttle.ts';
import { consumeToken, createToken, findTokenUser } from './one-time-tokens.ts';
import { hashPassword } from './password.ts';
import { refuseBadPassword } from './password-rules.ts';
import { administrators } from './queries.ts';
import { forgetRegistrationPassword, keepRegistrationPassword } from './registration-passwords.ts';

/** The input of a registration; other form fields are ignored. */
export interface Registration {
  email: string;
  firstName: string;
  lastName: string;
  mobilePhoneNumber: string | null;
  language: string;
  /** Counts only if the confirmation sets none. */
  password: string | null;
}

/**
 * Registers a user, who needs verification and approval. Only a mail reveals whether the address is known; after too
 * many mails, nothing changes.
 */
export async function register(ctx: Context, registration: Registration): Promise<void> {
  const { email, password, ...person } = registration;
  const settings = await readSettings(ctx.db, 'registration_open');
  if (settings.registration_open === 'false') throw new Refusal('error_registration_closed');
  await refuseFlood(ctx.db, 'register', ctx.ip, 20, 600);
  if (password !== null) await refuseBadPassword(ctx.db, password, registration);
  const passwordHash = password === null ? null : await hashPassword(password); // for known addresses too: equal work
  const mayMail = await withinLimit(ctx.db, 'registration mail', email, 3, 3600);
  if (mayMail) await store(ctx, email, { ...person, passwordHash });
  ctx.log.info({ event: 'registration' });
}

// an earlier link must not confirm another name
const store = (ctx: Context, email: string, row: Pending): Promise<void> =>
  inTransaction(ctx.db, async (tx) => {
    const user = await pendingUser(tx, email, row);
    await keepRegistrationPassword(tx, user.id, row.passwordHash);
    if (user.isPending) await mailVerification(ctx, tx, user);
    else {
      const mail = { identifier: 'user_already_registered', to: user.id, language: user.language } as const;
      await sendSystemMail(ctx, tx, { ...mail, page: '/forgot-password' });
    }
  });

type Pending = Omit<Registration, 'email' | 'password'> & { passwordHash: string | null };

/** Returns a registration's row. Replaces unconfirmed ones; known and invited users stay. */
async function pendingUser(tx: Tx, email: string, row: Pending) {
  const { rows } = await sql<{ id: number; isPending: boolean; language: string }>`
    insert into users as u (email, first_name, last_name, mobile_phone_number, language, password_hash)
    values (${email}, ${row.firstName}, ${row.lastName}, ${row.mobilePhoneNumber}, ${row.language}, ${row.passwordHash})
    on conflict (lower(email)) do update set first_name = excluded.first_name, last_name = excluded.last_name,
      mobile_phone_number = excluded.mobile_phone_number, language = excluded.language,
      password_hash = excluded.password_hash
      where u.verified_at is null and not u.is_active and u.roles = '{}'
    returning id, language, true as is_pending`.execute(tx);
  if (rows[0]) return rows[0];
  const known = await sql<{ id: number; isPending: boolean; language: string }>`
    select id, language, false as is_pending from users where lower(email) = lower(${email})`.execute(tx);
  return known.rows[0]!;
}

/** Mails the link that verifies a user's address. */
export async function mailVerification(
  ctx: Pick<Context, 'jobs' | 'secrets'>,
  tx: Tx,
  user: { id: number; language: string },
): Promise<void> {
  const tokenId = await createToken(ctx, tx, 'verify', user.id);
  await sendSystemMail(ctx, tx, { identifier: 'user_verification', to: user.id, language: user.language, tokenId });
}

/**
 * Verifies an address, sets the password from the mailed form, and requests approval. Without one, the registration's
 * counts: the page always sends one, so that a stranger's registration gives no account. If there is none, an
 * invitation follows.
 */
export async function verifyUser(ctx: Context, token: string, password: string | null): Promise<void> {
  const passwordHash = password === null ? null : await checkedHash(ctx, token, password);
  await inTransaction(ctx.db, async (tx) => {
    const { userId } = await consumeToken(tx, token, ['verify']);
    const user = await tx
      .updateTable('users')
      .set({ verifiedAt: new Date(), needApproval: true, ...(passwordHash === null ? {} : { passwordHash }) })
      .where('id', '=', userId)
      .where('verifiedAt', 'is', null)
      .returning(['email', 'firstName', 'lastName'])
      .executeTakeFirst();
    if (!user) throw new Refusal('invalid_token', { token: 'invalid_token' });
    await forgetRegistrationPassword(tx, userId);
    await mailRegistrationNotice(ctx, tx, user);
  });
  ctx.log.info({ event: 'user_verified' });
}

/** Notifies administrators of a user who waits for approval. */
export async function mailRegistrationNotice(
  ctx: Pick<Context, 'jobs'>,
  tx: Tx,
  user: { email: string; firstName: string; lastName: string },
): Promise<void> {
  const values = { 'registered.name': `${user.firstName} ${user.lastName}`, 'registered.email': user.email };
  const mail = { identifier: 'user_registered_notice', page: '/administration/users', values } as const;
  const told = await administrators(tx);
  await sendSystemMail(ctx, tx, ...told.map(({ id, language }) => ({ ...mail, to: id, language })));
  await publish(tx, { running: true });
}

async function checkedHash(ctx: Context, token: string, password: string): Promise<string> {
  const userId = await findTokenUser(ctx.db, token, ['verify']);
  if (userId === null) throw new Refusal('invalid_token', { token: 'invalid_token' });
  const person = await ctx.db
    .selectFrom('users')
    .select(['email', 'firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await refuseBadPassword(ctx.db, password, person);
  return hashPassword(password);
}
