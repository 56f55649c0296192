import { builder } from '#server/api/graphql/builder.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { findHold, type Hold } from '#server/platform/installation/held.ts';
import { readIn } from '#shared/administration/translated.ts';
import { releaseInstallation } from './release.ts';
import { type HeldMessage, heldMessages } from './waiting.ts';

const HoldReason = builder.enumType('HoldReason', {
  description: 'Why this may be a copy of an installation that lives elsewhere.',
  values: {
    moved: { description: 'The database lives in another PostgreSQL, or is another one there, than before.' },
    copied: { description: 'The folder with the data of the program (DATA_DIR) is a copy.' },
    set_back: { description: 'The database is older than what was seen of it: it was restored.' },
    branched: { description: 'PostgreSQL was promoted or restored, and nobody here saw it before.' },
  } as const,
});

const HoldRef = builder.objectRef<Hold>('InstallationHold').implement({
  description: 'Nothing is sent: this may be a copy of an installation that lives elsewhere.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'Since when.' }),
    why: t.field({ type: HoldReason, description: 'Why.', resolve: ({ why }) => why }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      nullable: true,
      description: 'When the original last worked with these data, to about ten seconds: what came later is not here.',
    }),
  }),
});

const HeldMessageRef = builder.objectRef<HeldMessage>('HeldMessage').implement({
  description: 'A message that leaves as soon as this is known to be the real installation.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the message.', resolve: ({ id }) => idOf('messages', id) }),
    title: t.exposeString('title', { description: 'Its title.' }),
    channel: t.string({
      description: 'Name of its channel.',
      resolve: (message, _args, ctx) => readIn(message, 'channel', ctx.viewer?.language),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it was to leave.' }),
    recipients: t.exposeInt('recipients', { description: 'Who has not got it, of those who are to.' }),
  }),
});

builder.queryFields((t) => ({
  installationHold: t.field({
    type: HoldRef,
    nullable: true,
    description: 'Since when, and why, nothing is sent; null when all is well.',
    authScopes: { signedIn: true },
    resolve: (_parent, _args, ctx) => findHold(ctx.db),
  }),
  heldMessages: t.field({
    type: [HeldMessageRef],
    description:
      'What leaves as soon as an owner says that this is the real installation: the oldest first, at most 200.',
    authScopes: { owner: true },
    complexity: 50,
    resolve: (_parent, _args, ctx) => heldMessages(ctx.db),
  }),
}));

builder.mutationField('releaseInstallation', (t) =>
  t.boolean({
    description:
      'Says that this is the real installation, so that what waits is sent; false when nothing was held. The other one must not run any more.',
    authScopes: { owner: true },
    args: {
      discardBefore: t.arg({
        type: 'DateTime',
        description: 'What was to leave before it is never sent; without it all is.',
      }),
    },
    resolve: (_parent, { discardBefore }, ctx) =>
      releaseInstallation(ctx, { discardBefore: discardBefore ?? null, by: signedIn(ctx).viewer.id }),
  }),
);
