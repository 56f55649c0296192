import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { SystemMailJob } from '#server/platform/jobs/system-mail.ts';
import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';
import { publish } from '#server/platform/live/live.ts';
import { privilegedRoles } from '#shared/permissions.ts';
import { sendSystemMail } from './send.ts';

const settingPasswords: readonly SystemMailIdentifier[] = ['password_reset', 'user_invitation'];

/** Returns whether a mail's link gives the rights of an administrator or system owner. */
export async function isForPrivileged(db: Db | Tx, { identifier, to }: SystemMailJob): Promise<boolean> {
  if (!settingPasswords.includes(identifier) || typeof to !== 'number') return false;
  const user = await db.selectFrom('users').select('roles').where('id', '=', to).executeTakeFirst();
  return user?.roles.some((role) => privilegedRoles.includes(role)) ?? false;
}

/** Keeps a mail until a system owner confirms a mail server. */
export async function keepWaiting(db: Db | Tx, mail: SystemMailJob): Promise<void> {
  await db
    .updateTable('oneTimeTokens')
    .set({ waitingMail: JSON.stringify(mail) })
    .where('id', '=', mail.tokenId!)
    .execute();
  await publish(db, { system: true });
}

/** Sends the waiting mails with full validity of their links. */
export async function sendWaiting(app: Pick<App, 'jobs'>, tx: Tx): Promise<void> {
  const { rows } = await sql<{ mail: SystemMailJob }>`
    with waiting as (select id, waiting_mail from one_time_tokens where waiting_mail is not null for update)
    update one_time_tokens t set waiting_mail = null, expires_at = now() + (t.expires_at - t.inserted_at)
    from waiting w where w.id = t.id returning w.waiting_mail as mail`.execute(tx);
  if (rows.length) await sendSystemMail(app, tx, ...rows.map(({ mail }) => mail));
  await publish(tx, { system: true });
}

export async function countWaiting(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from one_time_tokens where waiting_mail is not null and used_at is null`.execute(db);
  return rows[0]!.n;
}
