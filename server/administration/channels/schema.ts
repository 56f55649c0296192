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
  (await loadRow(ctx, 'channelTypes', row.channelTypeId))!.identifier;

const adapterOf = async (ctx: Context, row: Row<'channels'>): Promise<Adapter | undefined> =>
  adapterFor(await typeOf(ctx, row), row.settings);

builder.objectFields(ChannelRef, (t) => ({
  settings: t.field({
    type: 'JSON',
    nullable: true,
    description:
      'Settings by name, as its provider describes them (channelProviders). A secret shows only whether it is set. ' +
      'Null for users who may not manage channels.',
    resolve: async (row, _args, ctx) => {
      if (!can(ctx, 'manage_channel')) return null;
      return publicSettings(ctx.secrets, await typeOf(ctx, row), row);
    },
  }),
  addressesPeople: t.boolean({
    description: 'Whether it sends to people. Otherwise it publishes.',
    resolve: async (row, _args, ctx) => ((await adapterOf(ctx, row))?.addresses.length ?? 0) > 0,
  }),
  addressKinds: t.stringList({
    nullable: true,
    description:
      'Kinds of contact data (field types) that it sends to, the usual one first. Empty if it publishes; null if no ' +
      'provider serves it.',
    resolve: async (row, _args, ctx) => (await adapterOf(ctx, row))?.addresses ?? null,
  }),
  testReaches: t.string({
    nullable: true,
    description:
      'The receiver of a test message that has no address: `nobody` (it only signs in), `account`, `room` or `program`. ' +
      'Null if the message is published or goes to an address.',
    resolve: async (row, _args, ctx) => (await adapterOf(ctx, row))?.testReaches ?? null,
  }),
  callbackUrl: t.string({
    nullable: true,
    description:
      'The address for delivery reports and replies of its provider. Null if the provider returns nothing, and for ' +
      'users who may not manage channels.',
    resolve: async (row, _args, ctx) => {
      if (!can(ctx, 'manage_channel')) return null;
      return (await adapterOf(ctx, row))?.receive ? callbackUrl(ctx, row) : null;
    },
  }),
  feedFields: t.field({
    type: 'JSON',
    description: 'Descriptions of the fields that its messages need in addition to title and content (feedValues).',
    resolve: async (row, _args, ctx) => (await adapterOf(ctx, row))?.feedFields ?? [],
  }),
  publicUrl: t.string({
    nullable: true,
    description:
      'The address of the public page that it publishes to; null if it publishes elsewhere or sends to people.',
    resolve: async (row, _args, ctx) => {
      const path = (await adapterOf(ctx, row))?.publicPath?.(row.id);
      return path ? ctx.publicUrl + path : null;
    },
  }),
}));

builder.objectFields(ChannelRef, (t) => ({
  trouble: t.exposeString('trouble', {
    nullable: true,
    description: 'Why it cannot send at present, as a reason key; null if it can.',
  }),
  troubleAt: t.expose('troubleAt', {
    type: 'DateTime',
    nullable: true,
    description: 'The time since which it cannot send.',
  }),
  hearingTrouble: t.exposeString('hearingTrouble', {
    nullable: true,
    description: 'Why it cannot receive replies or receipts at present, as a reason key. It can still send.',
  }),
  troubleDetail: t.string({
    nullable: true,
    description: 'The error text of the provider; null for users who may not manage channels.',
    resolve: (row, _args, ctx) => (can(ctx, 'manage_channel') ? row.troubleDetail : null),
  }),
  hearingTroubleDetail: t.string({
    nullable: true,
    description: 'The provider’s error text for receiving; null for users who may not manage channels.',
    resolve: (row, _args, ctx) => (can(ctx, 'manage_channel') ? row.hearingTroubleDetail : null),
  }),
  lastSuccessAt: t.expose('lastSuccessAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its provider last accepted a message with the current settings; null if it never did.',
  }),
  lastFailureAt: t.expose('lastFailureAt', {
    type: 'DateTime',
    nullable: true,
    description: 'When its provider last rejected a message with the current settings; null if it never did.',
  }),
  lastFailure: t.exposeString('lastFailure', {
    nullable: true,
    description: 'The cause of that rejection, as a reason key.',
  }),
  lastFailureDetail: t.string({
    nullable: true,
    description: 'The provider’s error text for that rejection; null for users who may not manage channels.',
    resolve: (row, _args, ctx) => (can(ctx, 'manage_channel') ? row.lastFailureDetail : null),
  }),
  hearingTroubleAt: t.expose('hearingTroubleAt', {
    type: 'DateTime',
    nullable: true,
    description: 'The time since which it cannot receive.',
  }),
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
  description: 'The accounts that a social media channel posts with.',
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
    description: 'The providers that channels can send over, with their settings.',
    authScopes: { feature: 'manage_channel' },
    resolve: () => [...adapters].map(([identifier, adapter]) => ({ ...adapter, identifier })),
  }),
  socialMediaAccount: t.field({
    type: SocialMediaAccount,
    nullable: true,
    description: 'The account of a channel; null if the channel is not a social media channel.',
    authScopes: { signedIn: true },
    args: { channel: t.arg.id({ required: true, description: 'The channel.' }) },
    resolve: (_parent, { channel }, ctx) => socialAccount(ctx, numberOf('channels', channel)),
  }),
}));

builder.mutationField('testChannel', (t) =>
  t.field({
    type: 'JSON',
    description: 'Sends a test message: {"ok": true} or {"ok": false, "reason", "detail"}; at most ten times a minute.',
    authScopes: { feature: 'manage_channel' },
    args: {
      id: t.arg.id({ required: true, description: 'The channel.' }),
      address: t.arg.string({ required: true, description: 'The address to send it to.' }),
    },
    resolve: (_parent, { id, address }, ctx) => testChannel(ctx, numberOf('channels', id), address),
  }),
);
