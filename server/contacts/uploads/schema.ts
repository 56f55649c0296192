import { builder } from '#server/api/graphql/builder.ts';
import { connectionOf, pageArgs, pageCost } from '#server/api/graphql/connection.ts';
import { idOf, numberOf } from '#server/api/graphql/ids.ts';
import { loadRow } from '#server/api/graphql/loaders.ts';
import { PersonRef, type Row, UserRef } from '#server/api/graphql/types.ts';
import type { FileColumn } from './headers/columns.ts';
import { columnTargetsOf } from './headers/targets.ts';
import { UploadNoteRef } from './note-type.ts';
import { loadNotes } from './notes.ts';
import { findUpload, listUploads, loadTypes, loadUploadRows } from './queries.ts';
import { type ShownProblem, shownChanges, shownColumns, shownProblems } from './shown-changes.ts';
import { UploadTargetRef } from './target-type.ts';
import type { Problem } from './values/row.ts';

/** UploadResult in the API: a row of uploads. */
export const UploadResultRef = builder.objectRef<Row<'uploads'>>('UploadResult');

const UploadColumnRef = builder.objectRef<FileColumn>('UploadColumn').implement({
  description: 'A column of an uploaded file.',
  fields: (t) => ({
    header: t.exposeString('header', { description: 'The text in the first line.' }),
    target: t.exposeString('target', {
      nullable: true,
      description: 'Identifier of its target; null if it is left out.',
    }),
    samples: t.exposeStringList('samples', {
      description:
        'The first distinct values; private contact data only for users who uploaded the file or edit contacts.',
    }),
    isEmpty: t.exposeBoolean('isEmpty', { description: 'Whether no row has a value in it.' }),
    problem: t.exposeString('problem', {
      nullable: true,
      description: 'Key of why a column that could be mapped is left out: error_upload_column_twice.',
    }),
  }),
});

const UploadProblemRef = builder.objectRef<ShownProblem>('UploadProblem').implement({
  description: 'A problem in a row of an uploaded file.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the reason, translated as apiMessage.<key>.' }),
    column: t.exposeString('column', {
      nullable: true,
      description: 'Header of the column; null if it affects the whole row or has no column.',
    }),
    target: t.exposeString('target', { nullable: true, description: 'Identifier of the affected target.' }),
    label: t.exposeString('label', { nullable: true, description: 'Its name in the language of the reader.' }),
    line: t.exposeInt('line', { nullable: true, description: 'The other affected line: the earlier of two.' }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'The start of the value in the file; private contact data only for users who edit contacts.',
    }),
  }),
});

const problemsOf = (row: Row<'uploadRows'>) => row.problems as unknown as Problem[];

const UploadRowRef = builder.objectRef<Row<'uploadRows'>>('UploadRow').implement({
  description: 'A row of an uploaded file and its effect.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line of the file where it starts.' }),
    outcome: t.exposeString('outcome', { description: 'created, updated, unchanged or failed.' }),
    name: t.exposeString('name', { description: 'The name that was read, or else the name of the matching person.' }),
    person: t.field({
      type: PersonRef,
      nullable: true,
      description: 'The matching person; null if there is none yet.',
      resolve: async (row, _args, ctx) => {
        const person = await loadRow(ctx, 'people', row.personId);
        return person?.erasedAt ? null : person;
      },
    }),
    errors: t.stringList({
      description: 'Keys of all problems. After an undo, also why the person was not reverted.',
      resolve: (row) => [...new Set(problemsOf(row).map(({ key }) => key))],
    }),
    problems: t.field({
      type: [UploadProblemRef],
      description: 'The same problems with their position.',
      resolve: (row, _args, ctx) => shownProblems(ctx, row.problems),
    }),
    remarks: t.field({
      type: [UploadProblemRef],
      description:
        'Values that were left out or changed in an accepted row, with their position. Also reports a new person ' +
        'with the same name as another.',
      resolve: (row, _args, ctx) => shownProblems(ctx, row.remarks),
    }),
    changes: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'A list of {field, label, before, after, isHidden} as text; for groups, those that the person joins.',
      resolve: (row, _args, ctx) => shownChanges(ctx, row),
    }),
  }),
});

UploadResultRef.implement({
  description:
    'An uploaded file of people. Empty cells leave a value as it is. People who are missing from the file stay.',
  fields: (t) => ({
    id: t.id({ description: 'Path of the resource.', resolve: (upload) => idOf('uploads', upload.id) }),
    _id: t.exposeInt('id', { description: 'Its number.' }),
    status: t.exposeString('status', {
      description: 'checking, checked, running, applied, failed (nothing was changed), undoing or undone.',
    }),
    dryRun: t.boolean({
      description: 'Whether this is a preview and nothing was changed.',
      resolve: ({ status }) => !['running', 'applied', 'undoing', 'undone'].includes(status),
    }),
    fileName: t.exposeString('fileName', { description: 'Name of the file.' }),
    insertedAt: t.expose('insertedAt', { type: 'DateTime', description: 'When it was uploaded.' }),
    insertedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who uploaded it.',
      resolve: (upload, _args, ctx) => loadRow(ctx, 'users', upload.insertedBy),
    }),
    appliedAt: t.expose('appliedAt', { type: 'DateTime', nullable: true, description: 'When it was applied.' }),
    undoneAt: t.expose('undoneAt', { type: 'DateTime', nullable: true, description: 'When it was undone.' }),
    format: t.exposeString('format', {
      description: 'csv, xlsx or vcf, by the content of the file; directory for a run of a directory.',
    }),
    program: t.exposeString('program', {
      nullable: true,
      description: 'The program that wrote the file, if its headers show it: Outlook, Google, …',
    }),
    mappedBy: t.exposeString('mappedBy', {
      description:
        'The source of the column mapping: header, memory (the last applied file with this header) or choice.',
    }),
    isStrict: t.exposeBoolean('isStrict', { description: 'Whether a row with any invalid value is refused.' }),
    encoding: t.exposeString('encoding', { description: 'utf-8, utf-16le, utf-16be or windows-1252.' }),
    separator: t.exposeString('separator', {
      description: 'The separator between cells: a semicolon, comma or tab; empty without one.',
    }),
    columns: t.field({
      type: [UploadColumnRef],
      description: 'The columns of the file.',
      resolve: (upload, _args, ctx) => shownColumns(ctx, upload),
    }),
    groupsToCreate: t.exposeStringList('groupsToCreate', {
      description: 'Paths of missing groups that are created when it is applied, e.g. "Stab/S3".',
    }),
    notUndone: t.exposeInt('notUndone', {
      description: 'Rows that the undo left alone because their person was changed or used since the upload.',
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Key of why it failed, or of why an applied upload could not be undone.',
    }),
    canApply: t.boolean({
      description: 'Whether applyUpload is possible.',
      resolve: ({ status, rowsRemovedAt }) => status === 'checked' && !rowsRemovedAt,
    }),
    canUndo: t.boolean({
      description: 'Whether undoUpload is possible; the rows are stored for 30 days.',
      resolve: ({ status, rowsRemovedAt }) => status === 'applied' && !rowsRemovedAt,
    }),
    held: t.exposeString('held', {
      nullable: true,
      description: 'Key of why a run of a directory waits for a person to apply it.',
    }),
    reportUrl: t.string({
      description: 'The address to download the rows as CSV; with the ending .xlsx as a workbook.',
      resolve: ({ id }) => `${idOf('uploads', id)}/report.csv`,
    }),
  }),
});

builder.objectFields(UploadResultRef, (t) => ({
  totalRows: t.exposeInt('totalRows', { description: 'Rows of the file; 0 while it is being checked.' }),
  processedRows: t.exposeInt('processedRows', { description: 'Rows checked, applied or undone so far.' }),
  created: t.exposeInt('created', { description: 'Rows that create a person.' }),
  updated: t.exposeInt('updated', { description: 'Rows that change a person.' }),
  unchanged: t.exposeInt('unchanged', { description: 'Rows without any change.' }),
  failed: t.exposeInt('failed', { description: 'Rows that are refused.' }),
  remarked: t.exposeInt('remarked', {
    description: 'Accepted rows with remarks. They are included in the counts above.',
  }),
  notes: t.field({
    type: [UploadNoteRef],
    description: 'Notes about the rows, by column and reason, the most frequent first; at most 50.',
    complexity: 100,
    resolve: (upload, _args, ctx) => loadNotes(ctx, upload.id),
  }),
  rows: t.field({
    type: [UploadRowRef],
    description: 'Rows in the order of the file.',
    args: {
      first: t.arg.int({ defaultValue: 100, description: 'How many, at most 1000.' }),
      after: t.arg.int({ description: 'Line after which the rows start.' }),
      outcome: t.arg.stringList({ description: 'Only rows with one of these outcomes.' }),
      remarked: t.arg.boolean({ description: 'Only accepted rows with remarks.' }),
    },
    complexity: (args) => ({ field: 1, multiplier: Math.max(1, args.first ?? 100) }),
    resolve: (upload, args, ctx) => loadUploadRows(ctx, upload.id, args),
  }),
}));

const authScopes = { feature: 'upload_csv' } as const;

builder.queryFields((t) => ({
  upload: t.field({
    type: UploadResultRef,
    nullable: true,
    description: 'The current state of an upload. Poll it while the upload is running or undoing.',
    authScopes,
    args: { id: t.arg.id({ required: true, description: 'The upload.' }) },
    resolve: (_parent, { id }, ctx) => findUpload(ctx, numberOf('uploads', id)),
  }),
  uploads: t.field({
    type: connectionOf(UploadResultRef),
    description: 'All uploads, the newest first.',
    authScopes,
    args: pageArgs(t.arg),
    complexity: pageCost,
    resolve: (_parent, args, ctx) => listUploads(ctx, args),
  }),
  uploadTargets: t.field({
    type: [UploadTargetRef],
    description:
      'The possible targets of a column: fields of a person, the active person data types, and targets that are ' +
      'split or placed into these.',
    authScopes,
    resolve: async (_parent, _args, ctx) => columnTargetsOf(await loadTypes(ctx)),
  }),
}));
