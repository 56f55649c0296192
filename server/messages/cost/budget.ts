import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';
import { readSettings } from '#server/settings/settings.ts';
import { parseAmount } from './money.ts';

/**
 * Whether this cost would take the calendar month beyond its budget (setting `sms_budget_month`); never while none is
 * set. The sender is told, but nothing is stopped by it: an alarm must not fail for money.
 */
export async function passesBudget(db: Db, cost: string): Promise<boolean> {
  const amount = parseAmount(cost) ?? 0n;
  if (amount === 0n) return false;
  const { sms_budget_month, time_zone = 'Europe/Berlin' } = await readSettings(db, 'sms_budget_month', 'time_zone');
  const budget = parseAmount(sms_budget_month ?? '');
  if (budget === null) return false;
  const { rows } = await sql<{ spent: string }>`
    select coalesce(sum(cost), 0)::text as spent from messages
    where launched_at >= date_trunc('month', now(), ${time_zone})`.execute(db);
  return (parseAmount(rows[0]!.spent) ?? 0n) + amount > budget;
}
