import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { type SignedIn, signedIn } from '#server/api/viewer/viewer.ts';
import { valuesOf } from '#server/channels/confirmed-server.ts';
import { countWaiting } from '#server/channels/system-mails/waiting-mails.ts';
import { readIn } from '#shared/administration/translated.ts';
import {
  type AccountReset,
  accountResets,
  confirmMailServer,
  dismissResets,
  type UnconfirmedServer,
  unconfirmedServers,
} from './warnings.ts';

const AccountResetRef = builder.objectRef<AccountReset>('AccountReset').implement({
  description: 'A password that was reset over a mailed link, or a request for such a link.',
  fields: (t) => ({
    id: t.id({ description: 'Its number.', resolve: ({ id }) => id }),
    name: t.exposeString('name', { description: 'Name of the user.' }),
    isOwn: t.boolean({
      description: 'Whether it is the own account.',
      resolve: ({ userId }, _args, ctx) => userId === ctx.viewer!.id,
    }),
    isDone: t.exposeBoolean('isDone', { description: 'False while only the link was requested.' }),
    at: t.expose('at', { type: 'DateTime', description: 'The time of the reset or request.' }),
  }),
});

const UnconfirmedServerRef = builder.objectRef<UnconfirmedServer>('UnconfirmedMailServer').implement({
  description: 'The mail server of a channel, in a version that no system owner set or confirmed.',
  fields: (t) => ({
    channel: t.id({ description: 'Path of the channel.', resolve: ({ channel }) => idOf('channels', channel.id) }),
    name: t.string({
      description: 'Name of the channel.',
      resolve: ({ channel }, _args, ctx) => readIn(channel, 'name', ctx.viewer?.language),
    }),
    address: t.string({
      description: 'Host and port of the server.',
      resolve: ({ channel }) => {
        const { host, port } = valuesOf(channel.adapter, channel.settings);
        return `${host}:${port}`;
      },
    }),
    encryption: t.string({
      description: 'starttls, tls or none.',
      resolve: ({ channel }) => String(valuesOf(channel.adapter, channel.settings)['secure']),
    }),
    user: t.string({
      nullable: true,
      description: 'The account for sending mails.',
      resolve: ({ channel }) => (valuesOf(channel.adapter, channel.settings)['user'] as string | null) || null,
    }),
    from: t.string({
      description: 'The sender of mails.',
      resolve: ({ channel }) => String(valuesOf(channel.adapter, channel.settings)['from'] ?? ''),
    }),
    server: t.exposeString('server', { description: 'All settings to confirm, for confirmMailServer.' }),
  }),
});

const AccountWarnings = builder.objectRef<SignedIn>('AccountWarnings').implement({
  description: 'Changes that may give another person access to an account.',
  fields: (t) => ({
    resets: t.field({
      type: [AccountResetRef],
      description:
        'Password resets of the last seven days: requests for the own account. System owners also see those of ' +
        'administrators and system owners.',
      resolve: (ctx) => accountResets(ctx),
    }),
    waitingMails: t.int({
      description:
        'Mails with a link for an administrator or system owner that wait until a system owner confirms a mail ' +
        'server. 0 for all other users.',
      resolve: (ctx) => (isOwner(ctx) ? countWaiting(ctx.db) : 0),
    }),
    mailServers: t.field({
      type: [UnconfirmedServerRef],
      description:
        'The mail servers that can be confirmed. Empty for users who are no system owners, and while mails with a ' +
        'link for privileged accounts can leave.',
      resolve: (ctx) => (isOwner(ctx) ? unconfirmedServers(ctx) : []),
    }),
  }),
});

const isOwner = ({ viewer }: SignedIn) => viewer.roles.includes('system_owner');

builder.queryField('accountWarnings', (t) =>
  t.field({
    type: AccountWarnings,
    nullable: true,
    description: 'Account changes that the signed-in user should check; null while a second factor has to be set up.',
    authScopes: { session: true },
    resolve: (_parent, _args, ctx) => (ctx.viewer?.mustSetUpTotp ? null : signedIn(ctx)),
  }),
);

builder.mutationFields((t) => ({
  dismissAccountWarnings: t.boolean({
    description: 'Hides the password resets that the signed-in user has seen.',
    authScopes: { inPerson: true },
    resolve: async (_parent, _args, ctx) => {
      await dismissResets(signedIn(ctx));
      return true;
    },
  }),
  confirmMailServer: t.boolean({
    description:
      'Confirms the mail server of a channel. After that, links that set the passwords of administrators and system ' +
      'owners can leave over it.',
    authScopes: { owner: true },
    args: {
      channel: t.arg.id({ required: true, description: 'The channel.' }),
      server: t.arg.string({ required: true, description: 'The value of `mailServers.server`.' }),
    },
    resolve: async (_parent, { channel, server }, ctx) => {
      await confirmMailServer(signedIn(ctx), numberOf('channels', channel), server);
      return true;
    },
  }),
}));
