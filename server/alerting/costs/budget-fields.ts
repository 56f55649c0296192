import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { amountsOf, type MonthlyBudget, percentOf, readBudget } from './budget.ts';

const BudgetRef = builder.objectRef<MonthlyBudget>('Budget').implement({
  description: 'Spending against this calendar month’s budget. The budget never stops a message.',
  fields: (t) => ({
    limit: t.field({ type: 'Decimal', description: 'The budget.', resolve: (row) => amountsOf(row).limit }),
    spent: t.field({
      type: 'Decimal',
      description: 'The cost of messages launched this month, including running ones.',
      resolve: (row) => amountsOf(row).spent,
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217, e.g. EUR.' }),
    percent: t.int({ description: 'How much is spent, in whole percent.', resolve: (row) => percentOf(row) }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'nearly: above the warning threshold; passed: above the budget; null otherwise.',
    }),
  }),
});

builder.queryFields((t) => ({
  budget: t.field({
    type: BudgetRef,
    nullable: true,
    description: 'This month’s spending against the budget; null while none is set.',
    authScopes: anyOf('show_event_menu', 'manage_system_setup'),
    complexity: 20,
    resolve: (_parent, _args, ctx) => readBudget(ctx),
  }),
}));
