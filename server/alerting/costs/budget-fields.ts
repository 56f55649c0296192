import { anyOf } from '#server/api/graphql/any-of.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { amountsOf, type Budget, percentOf, readBudget } from './budget.ts';

const BudgetRef = builder.objectRef<Budget>('Budget').implement({
  description: 'What was spent of this calendar month’s budget. Nothing is ever stopped by it.',
  fields: (t) => ({
    limit: t.field({ type: 'Decimal', description: 'The budget.', resolve: (row) => amountsOf(row).limit }),
    spent: t.field({
      type: 'Decimal',
      description: 'What messages cost that were launched this month, those that are running included.',
      resolve: (row) => amountsOf(row).spent,
    }),
    currency: t.exposeString('currency', { description: 'ISO 4217, e.g. EUR.' }),
    percent: t.int({ description: 'How much is spent, in whole percent.', resolve: (row) => percentOf(row) }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'nearly: beyond the share that is warned of; passed: beyond all of it; empty while it is fine.',
    }),
  }),
});

builder.queryFields((t) => ({
  budget: t.field({
    type: BudgetRef,
    nullable: true,
    description: 'How the budget of this month stands; empty while none is set.',
    authScopes: anyOf('show_event_menu', 'manage_system_setup'),
    complexity: 20,
    resolve: (_parent, _args, ctx) => readBudget(ctx),
  }),
}));
