import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef } from '#server/api/graphql/types.ts';
import type { AlarmEnd } from './alarm-end.ts';

const WaitingChannelRef = builder.objectRef<AlarmEnd['waiting'][number]>('AlarmEndChannel').implement({
  description: 'A channel over which part of an alarm is still to be sent.',
  fields: (t) => ({
    channel: t.field({
      type: ChannelRef,
      description: 'The channel.',
      resolve: async (row, _args, ctx) => (await loadRow(ctx, 'channels', row.channelId))!,
    }),
    recipients: t.exposeInt('recipients', { description: 'Recipients who receive nothing more.' }),
  }),
});

/** AlarmEnd in the API: the effects of an all-clear. */
export const AlarmEndRef = builder.objectRef<AlarmEnd>('AlarmEnd').implement({
  description: 'The deliveries that an all-clear stops.',
  fields: (t) => ({
    reserve: t.exposeInt('reserve', { description: 'People in reserve who will not be asked.' }),
    waiting: t.field({
      type: [WaitingChannelRef],
      description: 'Recipients who wait for a later step, a retry or their turn, by channel.',
      resolve: (row) => row.waiting,
    }),
    followUps: t.exposeInt('followUps', {
      description: 'Corrections and other follow-ups that are scheduled or wait for release.',
    }),
  }),
});
