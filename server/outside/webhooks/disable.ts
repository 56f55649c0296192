import { appendAudit } from '#server/api/audit/audit.ts';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';

/** Disables a webhook without success for days, and notifies users. Deliveries wait. */
export async function disableWebhook(
  app: Pick<App, 'jobs' | 'log'>,
  tx: Tx,
  id: number,
  reason: 'gone' | 'failing',
): Promise<void> {
  const webhook = await tx
    .updateTable('webhooks')
    .set((eb) => ({ isActive: false, disabledReason: reason, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('isActive', '=', true)
    .returning('name')
    .executeTakeFirst();
  if (!webhook) return;
  app.log.warn({ event: 'webhook_disabled', webhook: id, reason });
  const after = { disabledReason: reason };
  await appendAudit(tx, { by: null, action: 'switch_off', type: 'Webhook', rowId: id, label: webhook.name, after });
  const mails = (await findHolders(tx, 'manage_system_setup')).map(({ id: to, language }) => ({
    identifier: 'webhook_disabled' as const,
    to,
    language,
    values: { 'webhook.name': webhook.name },
    page: '/administration/systemsetup',
  }));
  await sendSystemMail(app, tx, ...mails);
  await publish(tx, { system: true });
}
