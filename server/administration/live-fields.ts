import { builder } from '#server/api/graphql/builder.ts';
import { following } from '#server/platform/live/topics.ts';

builder.subscriptionFields((t) => ({
  channelsChanged: t.boolean({
    description: 'Emits true at once, and each time the state of a channel changes or a receipt matches no message.',
    authScopes: { feature: 'manage_channel' },
    subscribe: () => following('channels', 'system'),
    resolve: () => true,
  }),
  systemChanged: t.boolean({
    description: 'Emits true at once, and each time settings, side menu or other parts of the administration change.',
    authScopes: { signedIn: true },
    subscribe: () => following('system'),
    resolve: () => true,
  }),
}));
