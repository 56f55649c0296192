import { builder } from '#server/api/graphql/builder.ts';
import {
  listOutages,
  type PromiseFigures,
  type PromiseOutage,
  type PromisePeriod,
  promisedSeconds,
  readFigures,
  readPeriod,
} from './figures.ts';

const OutageRef = builder.objectRef<PromiseOutage>('PromiseOutage').implement({
  description: 'A time in which no synthetic alarm succeeded.',
  fields: (t) => ({
    startsAt: t.expose('startsAt', { type: 'DateTime', description: 'When its first test was due.' }),
    endsAt: t.expose('endsAt', { type: 'DateTime', description: 'When the test after its last one was due.' }),
    misses: t.exposeInt('misses', { description: 'Tests that were missing or failed.' }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'The step that its first failed test did not get past; null if no test ended.',
    }),
  }),
});

const PromiseRef = builder.objectRef<PromisePeriod & PromiseFigures>('AlarmPromise').implement({
  description: 'How reliably alarms left in a month: measured by synthetic alarms and by real ones.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month, YYYY-MM, in the time zone of the installation.' }),
    months: t.exposeStringList('months', { description: 'The months with synthetic alarms, the newest first.' }),
    asOf: t.expose('asOf', { type: 'DateTime', description: 'The moment of the figures.' }),
    since: t.expose('since', {
      type: 'DateTime',
      nullable: true,
      description: 'The oldest stored synthetic alarm. Times before it are not measured; null: nothing is.',
    }),
    tests: t.exposeInt('tests', { description: 'Synthetic alarms that were due, one for each five minutes.' }),
    succeeded: t.exposeInt('succeeded', { description: 'Those that succeeded. The program was available then.' }),
    alarms: t.exposeInt('alarms', { description: 'Alarms of live events that were launched.' }),
    handOvers: t.exposeInt('handOvers', {
      description: 'Their messages that were due at once. An alarm with stop limits counts as its first message.',
    }),
    inTime: t.exposeInt('inTime', {
      description: `Those that a provider had accepted after ${promisedSeconds} seconds.`,
    }),
    outages: t.field({
      type: [OutageRef],
      description: 'The times without a successful synthetic alarm, the newest first, at most 100.',
      complexity: 50,
      resolve: (period, _args, ctx) => listOutages(ctx.db, period),
    }),
  }),
});

builder.queryField('alarmPromise', (t) =>
  t.field({
    type: PromiseRef,
    description: 'The measured promise of a month.',
    authScopes: { feature: 'view_audit_log' },
    complexity: 50,
    args: { month: t.arg.string({ description: 'The month, YYYY-MM; absent: the running one.' }) },
    resolve: async (_parent, { month }, ctx) => {
      const period = await readPeriod(ctx.db, month ?? null);
      return { ...period, ...(await readFigures(ctx.db, period)) };
    },
  }),
);
