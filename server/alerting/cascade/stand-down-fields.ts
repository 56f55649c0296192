import { builder } from '#server/api/graphql/builder.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { ReportRef, type Row } from '#server/api/graphql/types.ts';
import { loadStandDowns, type StandDown } from './switch-stand-down.ts';

const StandDownRef = builder.objectRef<StandDown>('StandDown').implement({
  description: 'Whether and when those who were asked and are not needed are told so.',
  fields: (t) => ({
    on: t.exposeBoolean('on', { description: 'Whether they are told.' }),
    at: t.expose('dueAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the notice leaves: the end of the undo window. Empty while none is planned.',
    }),
    people: t.exposeInt('people', { description: 'How many it will go to, as it looks now.' }),
    told: t.exposeInt('told', { description: 'How many it went to so far.' }),
    reached: t.exposeInt('reached', { description: 'To how many of them it was handed over.' }),
    notice: t.field({
      type: ReportRef,
      nullable: true,
      description: 'The report that tells them.',
      resolve: (row, _args, ctx) => loadRow<'reports', Row<'reports'>>(ctx, 'reports', row.noticeId),
    }),
  }),
});

builder.objectFields(ReportRef, (t) => ({
  standDown: t.field({
    type: StandDownRef,
    description: 'Whether those who are not needed are told so, and how far that is.',
    complexity: 5,
    resolve: async (row, _args, ctx) =>
      (await loader(ctx.loaders, 'report.standDown', (ids: number[], db) => loadStandDowns(db, ids)).load(row.id))!,
  }),
}));
