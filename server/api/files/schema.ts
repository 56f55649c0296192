import { builder } from '#server/api/graphql/builder.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { FileRef } from '#server/api/graphql/types.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { findOwnFile, uploadImage } from './store.ts';

FileRef.implement({
  description: 'A stored file. Its address cannot be guessed, and its content never changes.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (file) => idOf('files', file.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    contentUrl: t.string({ description: 'The address to download it from.', resolve: (file) => `/files/${file.key}` }),
    mimeType: t.exposeString('mimeType', { description: 'Media type, detected from the content.' }),
    size: t.exposeInt('size', { description: 'Length in bytes.' }),
    name: t.exposeString('name', { nullable: true, description: 'The name it was uploaded with, for display.' }),
  }),
});

builder.queryField('file', (t) =>
  t.field({
    type: FileRef,
    nullable: true,
    description: 'A file that the user uploaded. Other files are available where they are used.',
    authScopes: { signedIn: true },
    args: { id: t.arg.id({ required: true, description: 'The file.' }) },
    resolve: (_parent, { id }, ctx) => findOwnFile(signedIn(ctx), numberOf('files', id)),
  }),
);

builder.mutationField('uploadFile', (t) =>
  t.field({
    type: FileRef,
    description:
      'Stores a picture: PNG, JPEG or WebP of at most 5 MB and 25 megapixels, which is encoded again without ' +
      'metadata. An SVG of at most 200 KB becomes the picture it draws.',
    authScopes: { signedIn: true },
    args: { file: t.arg({ type: 'Upload', required: true, description: 'The picture.' }) },
    resolve: (_parent, { file }, ctx) => uploadImage(signedIn(ctx), file),
  }),
);
