import { builder } from '#server/api/graphql/builder.ts';
import type { UploadNote } from './notes.ts';

export const UploadNoteRef = builder.objectRef<UploadNote>('UploadNote').implement({
  description: 'A note that applies to several rows of an uploaded file.',
  fields: (t) => ({
    isRefusal: t.exposeBoolean('isRefusal', {
      description: 'Whether the rows are refused because of it. Otherwise they are accepted.',
    }),
    key: t.exposeString('key', { description: 'Key of the reason, translated as apiMessage.<key>.' }),
    column: t.exposeString('column', { nullable: true, description: 'Header of the column; null for the whole row.' }),
    label: t.exposeString('label', { nullable: true, description: 'The field in the language of the reader.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'The value in the first of the lines; private contact data only for users who edit contacts.',
    }),
    count: t.exposeInt('count', { description: 'Number of rows it applies to.' }),
    lines: t.exposeIntList('lines', { description: 'The first of these lines, at most five.' }),
  }),
});
