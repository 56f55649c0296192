import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import { recordSecurity } from '#server/api/security-log/record.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import {
  confirmedNow,
  isConfirmed,
  type MailChannel,
  mailChannels,
  serverOf,
} from '#server/channels/confirmed-server.ts';
import { mustWait } from '#server/channels/system-mails/hand-over.ts';
import { sendWaiting } from '#server/channels/system-mails/waiting-mails.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { privilegedRoles } from '#shared/permissions.ts';

/** A password reset over a mailed link, done or requested. */
export interface AccountReset {
  id: number;
  userId: number;
  name: string;
  at: Date;
  /** False while only the link was requested. */
  isDone: boolean;
}

/** Returns undismissed password resets of seven days: the viewer's, and for system owners privileged ones. */
export async function accountResets({ db, viewer }: SignedIn): Promise<AccountReset[]> {
  const isOwner = viewer.roles.includes('system_owner');
  const { rows } = await sql<AccountReset>`
    select s.id, u.id as user_id, u.first_name || ' ' || u.last_name as name, s.at, s.kind = 'password_changed' as is_done
    from security_entries s join users u on u.id = coalesce(s.subject_id, s.user_id)
    where s.at > now() - interval '7 days'
      and (s.kind = 'password_reset_requested' or s.kind = 'password_changed' and s.detail = 'reset')
      and s.at > coalesce((select warnings_seen_at from users where id = ${viewer.id}), '-infinity')
      and case when u.id = ${viewer.id} then s.kind = 'password_reset_requested'
        else ${isOwner} and u.roles && ${[...privilegedRoles]}::text[] end
    order by s.id desc limit 20`.execute(db);
  return rows;
}

/** Hides the resets that the viewer has seen. */
export async function dismissResets({ db, viewer }: SignedIn): Promise<void> {
  await sql`update users set warnings_seen_at = clock_timestamp() where id = ${viewer.id}`.execute(db);
}

/** Records and displays a request for a password link. */
export async function noteResetRequest(tx: Tx, userId: number): Promise<void> {
  await recordSecurity(tx, { kind: 'password_reset_requested', by: null, subject: ['User', userId] });
  await publish(tx, { system: true });
}

/** An unconfirmed mail server while mails wait for one. */
export interface UnconfirmedServer {
  channel: MailChannel;
  server: string;
}

/** Returns mail servers to confirm; none while mails can leave. */
export async function unconfirmedServers(ctx: SignedIn): Promise<UnconfirmedServer[]> {
  if (!(await mustWait(ctx))) return [];
  const channels = await mailChannels(ctx.db);
  return channels
    .filter((channel) => !isConfirmed(channel))
    .map((channel) => ({ channel, server: serverOf(channel.type, channel.settings)! }));
}

/** Confirms a mail server as displayed to the viewer, and sends waiting mails. Refuses one that changed since. */
export async function confirmMailServer(ctx: SignedIn, channelId: number, server: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const channel = await tx
      .selectFrom('channels')
      .select('name')
      .where('id', '=', channelId)
      .forUpdate()
      .executeTakeFirst();
    if (!channel) throw new Refusal('error_not_found');
    if (!(await confirmedNow(tx, channelId, server))) throw new Refusal('error_mail_server_changed');
    const row = { by: ctx.viewer.id, type: 'Channel', rowId: channelId, label: channel.name };
    await appendAudit(tx, { ...row, action: 'update', after: { confirmedServer: server } });
    await sendWaiting(ctx, tx);
  });
  ctx.log.info({ event: 'mail_server_confirmed', channel: channelId, by: ctx.viewer.id });
}
