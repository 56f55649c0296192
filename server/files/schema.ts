import { idOf } from '../graphql/ids.ts';
import { FileRef } from '../graphql/types.ts';

FileRef.implement({
  description: 'A stored file; its address is unguessable and its content never changes.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (file) => idOf('files', file.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    contentUrl: t.string({ description: 'Where to download it.', resolve: (file) => `/files/${file.key}` }),
    mimeType: t.exposeString('mimeType', { description: 'Media type, found from the content.' }),
    size: t.exposeInt('size', { description: 'Length in bytes.' }),
    name: t.exposeString('name', { nullable: true, description: 'Name it was uploaded with, for display.' }),
  }),
});
