import { builder } from '#server/api/graphql/builder.ts';
import { numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef, type Row } from '#server/api/graphql/types.ts';
import { callbackUrl } from '#server/channels/callback.ts';
import type { Adapter, SocialAccountSummary } from '#server/channels/channel.ts';
import { adapterFor, adapters } from '#server/channels/registry.ts';
import { publicSettings } from '#server/channels/settings.ts';
import { type Context, can } from '#server/platform/context.ts';
import { socialAccount } from './account.ts';
import { testChannel } from './test-message.ts';

const typeOf = async (ctx: Context, row: Row<'channels'>): Promise<string> =>
  (await loadRow<'channelTypes', Row<'channelTypes'>>(ctx, 'channelTypes', row.channelTypeId))!.identifier;

const adapterOf = async (ctx: Context, row: Row<'channels'>): Promise<Adapter | undefined> =>
  adapterFor(await typeOf(ctx, row), row.settings);

builder.objectFields(ChannelRef, (t) => ({
  settings: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'Settings by name as its provider describes them (channelProviders); a secret shows only whether it is set. Null for who may not manage channels.',
    resolve: async (row, _args, ctx) => {
      if (!can(ctx, 'manage_channel')) return null;
      return publicSettings(ctx.secrets, await typeOf(ctx, row), row);
    },
  }),
  addressesPeople: t.boolean({
    description: 'Whether its messages go to people; else they are published.',
    resolve: async (row, _args, ctx) => ((await adapterOf(ctx, row))?.addresses.length ?? 0) > 0,
  }),
  addressKinds: t.stringList({
    nullable: true,
    description:
      'Kinds of contact data (field types) its messages go to, the usual one first; empty where it publishes, null while no provider serves it.',
    resolve: async (row, _args, ctx) => (await adapterOf(ctx, row))?.addresses ?? null,
  }),
  testReaches: t.string({
    nullable: true,
    description:
      'Whom a test message reaches that goes to no address: nobody (it only signs in), account, room or program; null where it is published, or goes to an address.',
    resolve: async (row, _args, ctx) => (await adapterOf(ctx, row))?.testReaches ?? null,
  }),
  callbackUrl: t.string({
    nullable: true,
    description:
      'Where its provider reports deliveries and hands over replies; null where nothing comes back, and for who may not manage channels.',
    resolve: async (row, _args, ctx) => {
      if (!can(ctx, 'manage_channel')) return null;
      return (await adapterOf(ctx, row))?.receive ? callbackUrl(ctx, row) : null;
    },
  }),
  feedFields: t.field({
    type: 'JSON',
    description: 'What its messages are asked for besides title and content (feedValues): descriptions of fields.',
    resolve: async (row, _args, ctx) => (await adapterOf(ctx, row))?.feedFields ?? [],
  }),
  publicUrl: t.string({
    nullable: true,
    description: 'Where everybody reads what it publishes; null where it publishes elsewhere or addresses people.',
    resolve: async (row, _args, ctx) => {
      const path = (await adapterOf(ctx, row))?.publicPath?.(row.id);
      return path ? ctx.publicUrl + path : null;
    },
  }),
  trouble: t.exposeString('trouble', {
    nullable: true,
    description: 'Why nothing can be sent over it at the moment, as a reason key; null when all is well.',
  }),
  troubleAt: t.expose('troubleAt', { type: 'DateTime', nullable: true, description: 'Since when.' }),
  hearingTrouble: t.exposeString('hearingTrouble', {
    nullable: true,
    description: 'Why nothing that comes back over it is heard at the moment, as a reason key; sending goes on.',
  }),
  troubleDetail: t.string({
    nullable: true,
    description: "The provider's words about it; null for who may not manage channels.",
    resolve: (row, _args, ctx) => (can(ctx, 'manage_channel') ? row.troubleDetail : null),
  }),
  hearingTroubleDetail: t.string({
    nullable: true,
    description: "The provider's words about what cannot be heard; null for who may not manage channels.",
    resolve: (row, _args, ctx) => (can(ctx, 'manage_channel') ? row.hearingTroubleDetail : null),
  }),
  lastSuccessAt: t.expose('lastSuccessAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its provider last took a message; null: not yet.',
  }),
  lastFailureAt: t.expose('lastFailureAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its provider last did not take a message; null: not yet.',
  }),
  lastFailure: t.exposeString('lastFailure', { nullable: true, description: 'Why it did not, as a reason key.' }),
  lastFailureDetail: t.string({
    nullable: true,
    description: "The provider's words about that; null for who may not manage channels.",
    resolve: (row, _args, ctx) => (can(ctx, 'manage_channel') ? row.lastFailureDetail : null),
  }),
  hearingTroubleAt: t.expose('hearingTroubleAt', { type: 'DateTime', nullable: true, description: 'Since when.' }),
}));

const ChannelProvider = builder.objectRef<Adapter & { identifier: string }>('ChannelProvider').implement({
  description: 'A provider that a channel can send over.',
  fields: (t) => ({
    identifier: t.exposeString('identifier', { description: 'Value of the setting `provider`.' }),
    channelType: t.string({ description: 'Identifier of the channel type it serves.', resolve: ({ type }) => type }),
    label: t.field({
      type: 'JSON',
      description: 'Its name in German (de) and English (en).',
      resolve: ({ label }) => label,
    }),
    fields: t.field({
      type: 'JSON',
      description:
        'Its settings: name, kind, label, required, secret, advanced, default, options, minimum, maximum, hint.',
      resolve: ({ fields }) => fields,
    }),
  }),
});

const SocialAccount = builder.objectRef<SocialAccountSummary['socialAccounts'][number]>('SocialAccount').implement({
  description: 'One account of a social network.',
  fields: (t) => ({
    profileUrl: t.exposeString('profileUrl', { nullable: true, description: 'Its public page.' }),
    displayName: t.exposeString('displayName', { nullable: true, description: 'Its public name.' }),
    platform: t.exposeString('platform', { description: 'The network.' }),
  }),
});

const SocialMediaAccount = builder.objectRef<SocialAccountSummary>('SocialMediaAccount').implement({
  description: 'The accounts a social media channel posts with.',
  fields: (t) => ({
    title: t.exposeString('title', { nullable: true, description: 'Name of the account.' }),
    plan: t.exposeString('plan', { nullable: true, description: 'Its plan at the provider.' }),
    email: t.exposeString('email', { nullable: true, description: 'Its e-mail address.' }),
    socialAccounts: t.field({
      type: [SocialAccount],
      description: 'The networks it posts to.',
      resolve: ({ socialAccounts }) => socialAccounts,
    }),
  }),
});

builder.queryFields((t) => ({
  channelProviders: t.field({
    type: [ChannelProvider],
    description: 'The providers channels can send over, with their settings.',
    authScopes: { feature: 'manage_channel' },
    resolve: () => [...adapters].map(([identifier, adapter]) => ({ ...adapter, identifier })),
  }),
  socialMediaAccount: t.field({
    type: SocialMediaAccount,
    nullable: true,
    description: 'The account behind a channel; null when the channel is no social media.',
    authScopes: { signedIn: true },
    args: { channel: t.arg.id({ required: true, description: 'The channel.' }) },
    resolve: (_parent, { channel }, ctx) => socialAccount(ctx, numberOf('channels', channel)),
  }),
}));

builder.mutationField('testChannel', (t) =>
  t.field({
    type: 'JSON',
    description: 'Sends a test message: {"ok": true} or {"ok": false, "reason", "detail"}; ten times a minute.',
    authScopes: { feature: 'manage_channel' },
    args: {
      id: t.arg.id({ required: true, description: 'The channel.' }),
      address: t.arg.string({ required: true, description: 'Where to send it.' }),
    },
    resolve: (_parent, { id, address }, ctx) => testChannel(ctx, numberOf('channels', id), address),
  }),
);
