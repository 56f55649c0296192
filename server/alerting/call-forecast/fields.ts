import { reportAccess } from '#server/api/by-person/access.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import { MessageRef } from '#server/api/graphql/types.ts';
import { type CallForecast, callForecasts } from './read-forecasts.ts';

const CallForecastRef = builder.objectRef<CallForecast>('CallForecast').implement({
  description: 'When all people of a message will have been called, with planned repeats.',
  fields: (t) => ({
    remaining: t.exposeInt('remaining', { description: 'People who still have to be called, or are being called.' }),
    doneAt: t.expose('doneAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The expected end of the last call; null while too few calls have ended to know it.',
    }),
  }),
});

builder.objectField(MessageRef, 'callForecast', (t) =>
  t.field({
    type: CallForecastRef,
    nullable: true,
    description:
      'When all its people will have been called over your own telephone system; null if no calls remain, if the ' +
      'channel makes none, or if it cannot send.',
    resolve: async (row, _args, ctx) => {
      if (row.status !== 'sending') return null;
      // of few people, it would describe single ones
      if (row.recipientCount < smallestGroup && (await reportAccess(ctx, row.reportId)) !== 'open') return null;
      const forecasts = loader(ctx.loaders, 'message.callForecast', (ids: number[], db) => callForecasts(db, ids));
      return (await forecasts.load(row.id)) ?? null;
    },
  }),
);
