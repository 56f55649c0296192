import { builder } from '#server/graphql/builder.ts';
import { following } from '#server/live/live.ts';

builder.subscriptionField('systemChanged', (t) =>
  t.boolean({
    description: 'True at once and whenever settings, side menu or anything else of the administration changed.',
    authScopes: { signedIn: true },
    subscribe: () => following('system'),
    resolve: () => true,
  }),
);
