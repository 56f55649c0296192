import { builder } from '../graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '../graphql/connection.ts';
import { idOf } from '../graphql/ids.ts';
import { loadRow } from '../graphql/loaders.ts';
import { listPage } from '../graphql/page.ts';
import { FileRef, type FileRow, type Row, SystemSettingRef } from '../graphql/types.ts';

SystemSettingRef.implement({
  description: 'One setting of the installation, as text or as a file.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (row) => idOf('system_settings', row.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    valueKey: t.exposeString('valueKey', { description: 'Name of the setting.' }),
    valueStr: t.exposeString('valueStr', { nullable: true, description: 'The value when it is text.' }),
    valueBlob: t.field({
      type: FileRef,
      nullable: true,
      description: 'The value when it is a file, e.g. the logo.',
      resolve: (row, _args, ctx) => loadRow<'files', FileRow>(ctx, 'files', row.fileId),
    }),
  }),
});

builder.queryField('systemSettings', (t) =>
  t.field({
    type: connectionOf(SystemSettingRef),
    description: 'All settings of the installation.',
    authScopes: { public: true },
    args: pageArgs(t.arg, 100),
    complexity: pageCost,
    resolve: (_parent, args, ctx) =>
      listPage<Row<'systemSettings'>>(ctx, args, ctx.db.selectFrom('systemSettings').selectAll()),
  }),
);
