import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef, type Row } from '#server/api/graphql/types.ts';
import { Refusal } from '#server/platform/errors.ts';
import { following } from '#server/platform/live/live.ts';
import { isOthersDraft } from './queries.ts';

builder.subscriptionFields((t) => ({
  runningEventsChanged: t.boolean({
    description:
      'True whenever the list of running events changed, how one of them goes (answers, limits, launches), or what waits for somebody.',
    authScopes: { signedIn: true },
    subscribe: () => following('running', 'replies'),
    resolve: () => true,
  }),
  eventChanged: t.field({
    type: EventRef,
    description: 'The event, at once and whenever it, its log or one of its reports changed.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The event.' }) },
    subscribe: (_parent, { id }) => following(`event:${numberOf('events', id)}`),
    resolve: async (_topic, { id }, ctx) => {
      const event = await loadRow<'events', Row<'events'>>(ctx, 'events', numberOf('events', id));
      if (!event || isOthersDraft(ctx, event)) throw new Refusal('error_not_found');
      return event;
    },
  }),
}));
