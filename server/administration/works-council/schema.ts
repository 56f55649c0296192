import { hoursOpenAfterEnd } from '#server/api/by-person/closed.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { UserRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { type CouncilMode, longestReason, readCouncilMode, setCouncilMode } from './mode.ts';

const CouncilModeRef = builder.objectRef<CouncilMode>('WorksCouncilMode').implement({
  description:
    'Works-council mode. On, only named roles see what single people did, until ' +
    `${hoursOpenAfterEnd} hours after an event; then there are only figures of at least ${smallestGroup} people.`,
  fields: (t) => ({
    isOn: t.exposeBoolean('isOn', { description: 'Whether it is on, as it is unless a system owner switched it off.' }),
    since: t.expose('since', { type: 'DateTime', nullable: true, description: 'The time of the last change.' }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: 'The system owner who changed it last.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'users', row.by),
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason of the last change.' }),
  }),
});

builder.queryField('worksCouncilMode', (t) =>
  t.field({
    type: CouncilModeRef,
    description: 'The state of works-council mode, for every user.',
    authScopes: { signedIn: true },
    resolve: (_parent, _args, ctx) => readCouncilMode(ctx.db),
  }),
);

builder.mutationField('setWorksCouncilMode', (t) =>
  t.field({
    type: CouncilModeRef,
    description:
      'Switches works-council mode. Switching it off shows answers by person after events too, also of past events. The audit ' +
      'log records it, and every user sees the reason.',
    authScopes: { owner: true },
    args: {
      isOn: t.arg.boolean({ required: true, description: 'The new state.' }),
      reason: t.arg.string({ required: true, description: `The reason, at most ${longestReason} characters.` }),
      confirmed: t.arg.boolean({
        description:
          'True to switch it off: the caller knows that answers by person become visible, also of past events.',
      }),
    },
    resolve: async (_parent, { isOn, reason, confirmed }, ctx) => {
      await setCouncilMode(signedIn(ctx), { isOn, reason, isConfirmed: confirmed ?? false });
      return readCouncilMode(ctx.db);
    },
  }),
);
