import { builder } from '#server/api/graphql/builder.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { ReportRef } from '#server/api/graphql/types.ts';
import { loadStandDowns, type StandDown } from './switch-stand-down.ts';

const StandDownRef = builder.objectRef<StandDown>('StandDown').implement({
  description: 'Whether and when asked people who are no longer needed are notified.',
  fields: (t) => ({
    on: t.exposeBoolean('on', { description: 'Whether they are notified.' }),
    at: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the notice leaves, at the end of the undo window; null while none is planned.',
    }),
    people: t.exposeInt('people', { description: 'How many people the notice will go to at present.' }),
    told: t.exposeInt('told', { description: 'How many people it has gone to so far.' }),
    reached: t.exposeInt('reached', { description: 'For how many of them a provider accepted it.' }),
    notice: t.field({
      type: ReportRef,
      nullable: true,
      description: 'The report that notifies them.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'reports', row.noticeId),
    }),
  }),
});

builder.objectFields(ReportRef, (t) => ({
  standDown: t.field({
    type: StandDownRef,
    description: 'The state of the notice to asked people who are no longer needed.',
    complexity: 5,
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.standDown', (ids: number[], db) => loadStandDowns(db, ids)).load(row.id))!,
  }),
}));
