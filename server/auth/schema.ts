import { builder } from '../graphql/builder.ts';
import { endSessions } from './sessions.ts';

builder.mutationField('signOutEverywhere', (t) =>
  t.boolean({
    description: 'Ends all sessions of the signed-in user but this one.',
    authScopes: { signedIn: true },
    resolve: async (_parent, _args, ctx) => {
      await endSessions(ctx.db, ctx.viewer!.id, ctx.viewer!.sessionId);
      return true;
    },
  }),
);
