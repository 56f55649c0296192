import { builder } from '#server/api/graphql/builder.ts';
import { following } from '#server/platform/live/live.ts';

builder.subscriptionFields((t) => ({
  channelsChanged: t.boolean({
    description: 'True at once and whenever it changed how a channel is doing, or a receipt found no message.',
    authScopes: { feature: 'manage_channel' },
    subscribe: () => following('channels', 'system'),
    resolve: () => true,
  }),
  systemChanged: t.boolean({
    description: 'True at once and whenever settings, side menu or anything else of the administration changed.',
    authScopes: { signedIn: true },
    subscribe: () => following('system'),
    resolve: () => true,
  }),
}));
