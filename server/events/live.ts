import { builder } from '../graphql/builder.ts';

builder.subscriptionField('runningEventsChanged', (t) =>
  t.boolean({
    description: 'True whenever the list of running events changed.',
    authScopes: { signedIn: true },
    subscribe: (_parent, _args, ctx) => ctx.live.changes(['running']),
    resolve: () => true,
  }),
);
