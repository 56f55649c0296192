import { builder } from '#server/api/graphql/builder.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { ChannelRef } from '#server/api/graphql/types.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { publicSettings } from '#server/channels/settings.ts';
import { can } from '#server/platform/context.ts';

builder.objectField(ChannelRef, 'secretsSet', (t) =>
  t.stringList({
    description: 'Names of the secrets that are set. The secrets themselves never leave the server.',
    resolve: async (row, _args, ctx) => {
      if (!can(ctx, 'manage_channel')) return [];
      const type = await loadRow(ctx, 'channelTypes', row.channelTypeId);
      const shown = publicSettings(ctx.secrets, type!.identifier, row);
      const fields = adapterFor(type!.identifier, shown)?.fields ?? [];
      return fields.filter(({ name, secret }) => secret && shown[name]).map(({ name }) => name);
    },
  }),
);
