import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { SystemMail } from '#server/platform/jobs/system-mail.ts';

/** Queues mails within the transaction, with retries until a server accepts them. */
export function sendSystemMail(ctx: Pick<App, 'jobs'>, db: Db | Tx, ...mails: SystemMail[]): Promise<void> {
  return ctx.jobs.enqueue(db, 'system_mail', ...mails);
}
