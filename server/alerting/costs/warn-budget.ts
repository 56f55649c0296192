import { sql } from 'kysely';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import type { App } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { amountsOf, percentOf, readBudget } from './budget.ts';

/**
 * Notifies administrators when most or all of the month's budget is used, once each across all processes. Sending
 * continues.
 */
export async function warnBudget(app: Pick<App, 'db' | 'jobs' | 'publicUrl' | 'secrets'>): Promise<void> {
  const budget = await readBudget(app);
  if (!budget?.state) return;
  const { month, state } = budget;
  const { spent, limit } = amountsOf(budget);
  const values = {
    'budget.spent': `${spent} ${budget.currency}`,
    'budget.limit': `${limit} ${budget.currency}`,
    'budget.percent': String(percentOf(budget)),
  };
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ state: string }>`
      insert into budget_warnings (month, budget, state) values (${month}::date, ${limit}::numeric, ${state})
      on conflict do nothing returning state`.execute(tx);
    if (!rows.length) return;
    const mails = (await findHolders(tx, 'manage_system_setup')).map(({ id, language }) => ({
      identifier: 'budget_warning' as const,
      to: id,
      language,
      values,
      page: '/administration/systemsetup',
    }));
    await sendSystemMail(app, tx, ...mails);
  });
}
