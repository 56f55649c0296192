import { Refusal } from '#server/errors.ts';
import { builder } from '#server/graphql/builder.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { loadRow } from '#server/graphql/loaders.ts';
import { EventRef, type Row } from '#server/graphql/types.ts';

builder.subscriptionFields((t) => ({
  runningEventsChanged: t.boolean({
    description:
      'True whenever the list of running events changed, or how one of them goes (answers, limits, launches).',
    authScopes: { signedIn: true },
    subscribe: (_parent, _args, ctx) => ctx.live.changes(['running']),
    resolve: () => true,
  }),
  eventChanged: t.field({
    type: EventRef,
    description: 'The event, at once and whenever it, its log or one of its reports changed.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The event.' }) },
    subscribe: (_parent, { id }, ctx) => ctx.live.changes([`event:${numberOf('events', id)}`]),
    resolve: async (_topic, { id }, ctx) => {
      ctx.loaders.named.clear(); // they live as long as the stream; every emission reads anew
      const event = await loadRow<'events', Row<'events'>>(ctx, 'events', numberOf('events', id));
      if (!event) throw new Refusal('error_not_found');
      return event;
    },
  }),
}));
