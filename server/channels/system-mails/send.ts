import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { SystemMail } from '#server/platform/jobs/system-mail.ts';

/** Sends mails once the caller's transaction has committed, and not when it fails; retried until the server takes them. */
export function sendSystemMail(ctx: Pick<App, 'jobs'>, db: Db | Tx, ...mails: SystemMail[]): Promise<void> {
  return ctx.jobs.enqueue(db, 'system_mail', ...mails);
}
