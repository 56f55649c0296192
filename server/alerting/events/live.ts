import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { EventRef } from '#server/api/graphql/types.ts';
import { Refusal } from '#server/platform/errors.ts';
import { following } from '#server/platform/live/topics.ts';
import { isOthersDraft } from './queries.ts';

builder.subscriptionFields((t) => ({
  runningEventsChanged: t.boolean({
    description:
      'Emits true each time the list of running events changes, the state of one of them changes (answers, limits, ' +
      'launches), or open work changes.',
    authScopes: { signedIn: true },
    subscribe: () => following('running', 'replies'),
    resolve: () => true,
  }),
  eventChanged: t.field({
    type: EventRef,
    description: 'The event, at once and each time it, its log or one of its reports changes.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The event.' }) },
    subscribe: (_parent, { id }) => following(`event:${numberOf('events', id)}`),
    resolve: async (_topic, { id }, ctx) => {
      const event = await loadRow(ctx, 'events', numberOf('events', id));
      if (!event || isOthersDraft(ctx, event)) throw new Refusal('error_not_found');
      return event;
    },
  }),
}));
