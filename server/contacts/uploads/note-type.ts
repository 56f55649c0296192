import { builder } from '#server/api/graphql/builder.ts';
import type { UploadNote } from './notes.ts';

/** UploadNote: what is said of several rows. */
export const UploadNoteRef = builder.objectRef<UploadNote>('UploadNote').implement({
  description: 'What is said of several rows of an uploaded file in the same words.',
  fields: (t) => ({
    isRefusal: t.exposeBoolean('isRefusal', { description: 'The rows are refused for it; otherwise they come in.' }),
    key: t.exposeString('key', { description: 'Key of the reason, translated as apiMessage.<key>.' }),
    column: t.exposeString('column', { nullable: true, description: 'Header of the column; null for the whole row.' }),
    label: t.exposeString('label', { nullable: true, description: 'The field in the language of the reader.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'What the first of the lines holds; of private contact data only for those who edit contacts.',
    }),
    count: t.exposeInt('count', { description: 'Rows that it is said of.' }),
    lines: t.exposeIntList('lines', { description: 'The first of their lines, at most five.' }),
  }),
});
