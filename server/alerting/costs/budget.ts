import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { paidTypes } from './actual-cost.ts';
import type { LinkParts } from './cost.ts';
import { type Amount, formatAmount, parseAmount } from './money.ts';
import { priceTable } from './prices.ts';
import { runningCost } from './running-cost.ts';

/** The spent part of a month's budget (`sms_budget_month`), which never stops messages. */
export interface MonthlyBudget {
  /** The first day of the month, in the installation's time zone. */
  month: string;
  limit: Amount;
  /** Including running messages. */
  spent: Amount;
  currency: string;
  /** `nearly`: beyond the warning threshold; null below it. */
  state: 'nearly' | 'passed' | null;
}

type Ctx = LinkParts & { db: Db | Tx };

/** Returns the state of this month's budget; null if not set. */
export async function readBudget(ctx: Ctx): Promise<MonthlyBudget | null> {
  const settings = await readSettings(ctx.db, 'sms_budget_month', 'sms_budget_warn_percent', 'time_zone');
  const limit = parseAmount(settings.sms_budget_month ?? '');
  if (limit === null) return null;
  const { month, since } = await monthOf(ctx.db, settings.time_zone ?? 'Europe/Berlin');
  const { rows } = await sql<{ spent: string }>`
    select coalesce(sum(cost), 0)::text as spent from messages where launched_at >= ${since}`.execute(ctx.db);
  const spent = (parseAmount(rows[0]!.spent) ?? 0n) + (await runningCost(ctx, ctx.db, since));
  const percent = BigInt(Number(settings.sms_budget_warn_percent ?? 80));
  const nearly = spent > 0n && spent * 100n >= limit * percent;
  const state = spent > limit ? 'passed' : nearly ? 'nearly' : null;
  return { month, limit, spent, currency: await currencyOf(ctx.db), state };
}

/** Returns whether a cost exceeds the budget, which only warns. */
export async function passesBudget(ctx: Ctx, cost: string): Promise<boolean> {
  const amount = parseAmount(cost) ?? 0n;
  const budget = amount > 0n ? await readBudget(ctx) : null;
  return budget !== null && budget.spent + amount > budget.limit;
}

/** Returns the spent whole percent. */
export const percentOf = ({ spent, limit }: Pick<MonthlyBudget, 'spent' | 'limit'>): number =>
  limit === 0n ? 100 : Number((spent * 100n) / limit);

/** Amounts as decimal text. */
export const amountsOf = ({
  spent,
  limit,
}: Pick<MonthlyBudget, 'spent' | 'limit'>): { spent: string; limit: string } => ({
  spent: formatAmount(spent),
  limit: formatAmount(limit),
});

async function monthOf(db: Db | Tx, timeZone: string): Promise<{ month: string; since: Date }> {
  const { rows } = await sql<{ month: string; since: Date }>`
    select to_char(now() at time zone ${timeZone}, 'YYYY-MM-01') as month,
      date_trunc('month', now(), ${timeZone}) as since`.execute(db);
  return rows[0]!;
}

/** Returns the first paid channel's currency. */
async function currencyOf(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ settings: unknown }>`
    select c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where t.identifier = any(${paidTypes()}) and c.is_active order by c.id limit 1`.execute(db);
  return priceTable(rows[0]?.settings).currency;
}
