import type { YogaInitialContext } from 'graphql-yoga';
import { builder } from '#server/api/graphql/builder.ts';
import { numberOf, optionalNumberOf } from '#server/api/graphql/ids.ts';
import { signedIn } from '#server/api/viewer/viewer.ts';
import { startApplying, uploadPeople } from './begin.ts';
import { UploadResultRef } from './schema.ts';
import { undoUpload } from './undo.ts';

const authScopes = { feature: 'upload_csv' } as const;

builder.mutationFields((t) => ({
  uploadPeople: t.field({
    type: UploadResultRef,
    description:
      'Reads a file of people: CSV in UTF-8, UTF-16, Windows-1252, Macintosh or MS-DOS, the first visible sheet ' +
      'with a table of an Excel workbook (.xlsx), or vCards; at most 20 MB, 100,000 people and 256 columns. A row ' +
      'is matched by external id, then business e-mail, then mobile number. A file that cannot be read is refused ' +
      'as a whole; details.line contains the line.',
    authScopes,
    args: {
      file: t.arg({ type: 'Upload', required: true, description: 'The file.' }),
      dryRun: t.arg.boolean({
        defaultValue: true,
        description: 'Only previews the changes, for applyUpload. Otherwise this call applies them.',
      }),
      mapping: t.arg({
        type: 'JSON',
        description:
          'Targets of columns: an object by header, or a list by position; null leaves a column out. Columns that ' +
          'are not named are matched by their header. Without it, columns use the choice that was made for the last ' +
          'applied file with this header. An empty object deletes that choice.',
      }),
      group: t.arg.id({ description: 'A group that every person of the file joins.' }),
      strict: t.arg.boolean({
        defaultValue: false,
        description:
          'Refuses a row with any invalid value. Otherwise the row is accepted without invalid values in optional ' +
          'fields.',
      }),
      groupsFrom: t.arg.int({
        description:
          'Position of a column, from 0, whose values name further groups that the person joins. The column can ' +
          'also be mapped.',
      }),
      areaCode: t.arg.string({
        description:
          'Digits to put before telephone numbers that begin with neither 0 nor +, except mobile numbers: 0711 278 ' +
          'for extensions.',
      }),
    },
    resolve: (_parent, { file, dryRun, mapping, group, groupsFrom, strict, areaCode }, ctx) =>
      uploadPeople(
        signedIn(ctx),
        file,
        {
          mapping,
          dryRun: dryRun ?? true,
          group: optionalNumberOf('groups', group),
          isStrict: strict,
          groupsFrom,
          areaCode,
        },
        (ctx as Partial<YogaInitialContext>).request?.signal,
      ),
  }),
  applyUpload: t.field({
    type: UploadResultRef,
    description: 'Applies a checked upload in the background; `upload` returns the progress.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The upload.' }) },
    resolve: (_parent, { id }, ctx) => startApplying(signedIn(ctx), numberOf('uploads', id)),
  }),
  undoUpload: t.field({
    type: UploadResultRef,
    description:
      'Reverts an applied upload: restores the values of changed people and removes new people. Does not touch ' +
      'people who were changed or used since; the rows list them. Up to 2,000 people within this call, more in the ' +
      'background; `upload` returns the progress.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The upload.' }) },
    resolve: (_parent, { id }, ctx) => undoUpload(signedIn(ctx), numberOf('uploads', id)),
  }),
}));
