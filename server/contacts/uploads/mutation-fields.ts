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
      'Reads a file of people: CSV in UTF-8, UTF-16, Windows-1252, Macintosh or MS-DOS, the first visible sheet with a table of an Excel workbook (.xlsx), or vCards; at most 20 MB, 100,000 people and 256 columns. A row is recognised by external id, else business e-mail, else mobile number. A file that cannot be read is refused as a whole; details.line names the line.',
    authScopes,
    args: {
      file: t.arg({ type: 'Upload', required: true, description: 'The file.' }),
      dryRun: t.arg.boolean({
        defaultValue: true,
        description: 'Only tell what would happen, for applyUpload; otherwise it is done within this call.',
      }),
      mapping: t.arg({
        type: 'JSON',
        description:
          'Targets of columns: an object by header, or a list by place; null leaves a column out. Columns that are not named are matched by their header. Without it columns go where somebody chose for the last file with this header that was applied; an empty object makes that forgotten.',
      }),
      group: t.arg.id({ description: 'A group that every person of the file joins.' }),
      strict: t.arg.boolean({
        defaultValue: false,
        description: 'Refuse a row with any bad value; otherwise it comes in without those that nobody must have.',
      }),
      groupsFrom: t.arg.int({
        description:
          'Place of a column, from 0, each value of which names a group that the person joins besides; it may be mapped, too.',
      }),
      areaCode: t.arg.string({
        description:
          'Digits to put before telephone numbers, apart from mobile ones, that begin with neither 0 nor +: 0711 278 for extensions.',
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
    description: 'Does in the background what a checked upload shows; `upload` answers the progress.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The upload.' }) },
    resolve: (_parent, { id }, ctx) => startApplying(signedIn(ctx), numberOf('uploads', id)),
  }),
  undoUpload: t.field({
    type: UploadResultRef,
    description:
      'Takes an applied upload back: changed people get their values back, new ones are removed. Whoever was changed or used since stays; the rows say so. Up to 2,000 people within this call, more in the background; `upload` answers the progress.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The upload.' }) },
    resolve: (_parent, { id }, ctx) => undoUpload(signedIn(ctx), numberOf('uploads', id)),
  }),
}));
