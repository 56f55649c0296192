import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { FileRef, SystemSettingRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { findSetting, listSettings } from './queries.ts';
import { updateSystemSetting } from './update.ts';

SystemSettingRef.implement({
  description: 'One setting of the installation, as text or as a file.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('system_settings', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    valueKey: t.exposeString('valueKey', { description: 'Name of the setting.' }),
    valueStr: t.exposeString('valueStr', { nullable: true, description: 'The value of a text setting.' }),
    valueBlob: t.field({
      type: FileRef,
      nullable: true,
      description: 'The value of a file setting, e.g. the logo.',
      resolve: (row, _args, ctx) => loadRow(ctx, 'files', row.fileId),
    }),
  }),
});

builder.queryField('systemSettings', (t) =>
  t.field({
    type: connectionOf(SystemSettingRef),
    description:
      'The settings of the installation. Before sign-in, and before a required second factor is set up, only those ' +
      'that the sign-in page shows.',
    authScopes: { public: true },
    args: pageArgs(t.arg, 100),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listSettings(ctx, args),
  }),
);

builder.queryField('systemSetting', (t) =>
  t.field({
    type: SystemSettingRef,
    nullable: true,
    description: 'One setting of the installation; null if it does not exist or needs a sign-in.',
    authScopes: { public: true },
    args: { id: t.arg.id({ required: true, description: 'The setting.' }) },
    resolve: (_parent, { id }, ctx) => findSetting(ctx, numberOf('system_settings', id)),
  }),
);

builder.mutationField('updateSystemSetting', (t) =>
  t.field({
    type: SystemSettingRef,
    description:
      'Changes one setting of the installation, as text or as a picture. It takes effect at once, everywhere.',
    authScopes: { feature: 'manage_system_setup' },
    args: {
      valueKey: t.arg.string({ required: true, description: 'Name of the setting.' }),
      valueStr: t.arg.string({ description: 'The text; empty or null clears it if it may be empty.' }),
      valueBlob: t.arg.id({ description: 'The uploaded file of a picture; null clears it.' }),
    },
    resolve: (_parent, { valueKey, valueStr, valueBlob }, ctx) =>
      updateSystemSetting(signedIn(ctx), valueKey, {
        valueStr: valueStr ?? null,
        valueBlob: optionalNumberOf('files', valueBlob) ?? null,
      }),
  }),
);
