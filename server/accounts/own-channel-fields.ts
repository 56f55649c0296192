import { builder } from '#server/api/graphql/builder.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { type OwnChannelTest, testOwnChannels } from './own-channels.ts';

const OutcomeEnum = builder.enumType('OwnChannelOutcome', {
  description: 'The result of a test message to oneself.',
  values: {
    handed_over: { description: 'The provider accepted it. Only the device shows whether it arrived.' },
    failed: { description: 'The provider did not accept it.' },
    no_address: { description: 'The user has no address that this channel sends to.' },
  } as const,
});

const OwnChannelTestRef = builder.objectRef<OwnChannelTest>('OwnChannelTest').implement({
  description: 'The result of a test message to oneself over one channel.',
  fields: (t) => ({
    channel: t.exposeString('channel', { description: 'The name of the channel.' }),
    outcome: t.field({ type: OutcomeEnum, description: 'The result.', resolve: ({ outcome }) => outcome }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why it failed, as a key.' }),
  }),
});

builder.mutationField('testOwnChannels', (t) =>
  t.field({
    type: [OwnChannelTestRef],
    description:
      'Sends the signed-in user a test message over each active channel that reaches someone outside the application; at most three times ' +
      'in ten minutes.',
    authScopes: { inPerson: true },
    resolve: (_parent, _args, context) => testOwnChannels(signedIn(context)),
  }),
);
