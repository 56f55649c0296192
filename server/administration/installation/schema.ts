import { builder } from '#server/api/graphql/builder.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { findHold, type Hold } from '#server/platform/installation/held.ts';
import { readIn } from '#shared/administration/translated.ts';
import { releaseInstallation } from './release.ts';
import { type DoneSinceCut, doneSinceCut } from './since-cut.ts';
import { type HeldMessage, heldMessages } from './waiting.ts';

const HoldReasonRef = builder.enumType('HoldReason', {
  description: 'Why this may be a copy of an installation that runs elsewhere.',
  values: {
    moved: {
      description: 'The database runs in a different PostgreSQL than before, or is a different database there.',
    },
    copied: { description: 'The data folder of the program (DATA_DIR) is a copy.' },
    set_back: { description: 'The database is older than a state that the program saw before: it was restored.' },
    branched: { description: 'PostgreSQL was promoted or restored, and this installation did not see the change.' },
    newer_life: { description: 'The other place was released, and lives on with newer data.' },
  } as const,
});

const HoldRef = builder.objectRef<Hold>('InstallationHold').implement({
  description: 'Sending is paused because this may be a copy of an installation that runs elsewhere.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The time since which sending is paused.' }),
    why: t.field({ type: HoldReasonRef, description: 'The reason.', resolve: ({ why }) => why }),
    asOf: t.expose('asOf', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the original last worked with these data, to about ten seconds. Later changes are missing here.',
    }),
    newerLifeAt: t.expose('newerLifeAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the other place was released; only for this reason.',
    }),
    newerLifeAsOf: t.expose('newerLifeAsOf', {
      type: 'DateTime',
      nullable: true,
      description: 'The newest change that the other place has. Later ones exist only here.',
    }),
  }),
});

const HeldMessageRef = builder.objectRef<HeldMessage>('HeldMessage').implement({
  description: 'A message that leaves as soon as an owner confirms that this is the real installation.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the message.', resolve: ({ id }) => idOf('messages', id) }),
    title: t.exposeString('title', { description: 'Its title.' }),
    channel: t.string({
      description: 'Name of its channel.',
      resolve: (message, _args, ctx) => readIn(message, 'channel', ctx.viewer?.language),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'The time it was due to leave.' }),
    recipients: t.exposeInt('recipients', { description: 'Recipients who have not received it yet.' }),
  }),
});

const DoneSinceCutRef = builder.objectRef<DoneSinceCut>('DoneSinceCut').implement({
  description: 'What this place did after the newest change that the released other place has.',
  fields: (t) => ({
    messages: t.field({
      type: [HeldMessageRef],
      description: 'Messages that left, with the number of recipients and the first time; at most 200.',
      resolve: ({ messages }) => messages,
    }),
    answers: t.exposeInt('answers', { description: 'Answers that were recorded.' }),
    logEntries: t.exposeInt('logEntries', { description: 'Entries of event logs.' }),
  }),
});

builder.queryFields((t) => ({
  doneSinceCut: t.field({
    type: DoneSinceCutRef,
    nullable: true,
    description: 'What this place did after the cut; null unless it is held because the other place was released.',
    authScopes: { owner: true },
    complexity: 50,
    resolve: (_parent, _args, ctx) => doneSinceCut(ctx.db),
  }),
  installationHold: t.field({
    type: HoldRef,
    nullable: true,
    description: 'Since when and why sending is paused; null if it is not.',
    authScopes: { signedIn: true },
    resolve: (_parent, _args, ctx) => findHold(ctx.db),
  }),
  heldMessages: t.field({
    type: [HeldMessageRef],
    description:
      'The messages that leave as soon as an owner confirms that this is the real installation: the oldest first, ' +
      'at most 200.',
    authScopes: { owner: true },
    complexity: 50,
    resolve: (_parent, _args, ctx) => heldMessages(ctx.db),
  }),
}));

builder.mutationField('releaseInstallation', (t) =>
  t.boolean({
    description:
      'Confirms that this is the real installation, so that waiting messages are sent. Returns false if sending was ' +
      'not paused. The other installation must not run any more.',
    authScopes: { owner: true },
    args: {
      discardBefore: t.arg({
        type: 'DateTime',
        description: 'Messages that were due before this time are never sent; absent: all are sent.',
      }),
    },
    resolve: (_parent, { discardBefore }, ctx) =>
      releaseInstallation(ctx, { discardBefore: discardBefore ?? null, by: signedIn(ctx).viewer.id }),
  }),
);
