import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';

/** Deletes expired sessions, tokens and counts, and registrations unconfirmed for a week. */
export async function purgeExpired(db: Db): Promise<void> {
  await sql`delete from sessions where expires_at < now()`.execute(db);
  await sql`delete from trusted_devices where expires_at < now()`.execute(db);
  await sql`delete from known_browsers where last_at < now() - interval '1 year'`.execute(db);
  await sql`delete from one_time_tokens where expires_at < now() - interval '7 days' and waiting_mail is null`.execute(
    db,
  );
  await sql`delete from passkey_challenges where expires_at < now()`.execute(db);
  await sql`delete from attempts where expires_at < now()`.execute(db);
  // by the same times as unconfirmed users, so that no difference reveals a known address
  await sql`delete from registration_passwords where inserted_at < now() - interval '7 days'
    and changed_at < now() - interval '24 hours'`.execute(db);
  await sql`delete from users where verified_at is null and not is_active and roles = '{}' and last_sign_in_at is null
    and inserted_at < now() - interval '7 days'
    and not exists (select 1 from one_time_tokens t where t.user_id = users.id and t.expires_at > now())`.execute(db);
}
