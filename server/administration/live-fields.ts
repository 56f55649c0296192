import { builder } from '#server/graphql/builder.ts';

builder.subscriptionField('systemChanged', (t) =>
  t.boolean({
    description: 'True at once and whenever settings, side menu or anything else of the administration changed.',
    authScopes: { signedIn: true },
    subscribe: (_parent, _args, ctx) => ctx.live.changes(['system']),
    resolve: () => true,
  }),
);
