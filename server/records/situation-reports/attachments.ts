import { type RawBuilder, sql } from 'kysely';
import { receiveDocument, storeFile } from '#server/api/files/store.ts';
import { loader } from '#server/api/graphql/loaders.ts';
import type { FileRow } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Attachment } from '#server/channels/channel.ts';
import type { Loaders } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import {
  changeReport,
  editable,
  holdSituationReport,
  noteStep,
  reportReference,
  type SituationReportRow,
} from './rows.ts';

/** Attaches a PDF or an image; a rejected report becomes a draft. */
export async function attachToSituationReport(ctx: SignedIn, id: number, upload: File): Promise<SituationReportRow> {
  const document = await receiveDocument(ctx, upload);
  return change(ctx, id, async (tx) => {
    const attached = await attachmentsOf(tx, id);
    if (attached.length >= limits.reportFiles)
      throw new Refusal('error_too_many_files', { file: 'error_too_many_files' });
    const size = attached.reduce((total, file) => total + file.size, document.content.length);
    if (size > limits.reportFilesBytes) throw new Refusal('error_files_too_large', { file: 'error_files_too_large' });
    const file = await storeFile(tx, { ...document, insertedBy: null });
    const values = { situationReportId: id, fileId: file.id, insertedBy: ctx.viewer.id };
    await tx.insertInto('situationReportFiles').values(values).execute();
  });
}

/** Removes an attachment. */
export function detachFromSituationReport(ctx: SignedIn, id: number, fileId: number): Promise<SituationReportRow> {
  return change(ctx, id, async (tx) => {
    const attached = await attachmentsOf(tx, id);
    if (!attached.some((file) => file.id === fileId)) throw new Refusal('error_not_found');
    await removeAttachments(tx, sql`select ${id}::int`, fileId);
  });
}

async function change(ctx: SignedIn, id: number, work: (tx: Tx) => Promise<void>): Promise<SituationReportRow> {
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdSituationReport(tx, id);
    const row = await changeReport(tx, id, {
      from: editable,
      set: sql`status = 'draft'`,
      refusal: 'error_situation_report_fixed',
    });
    await work(tx);
    if (before.status === 'rejected') {
      const content = { kind: 'situation_report_reopened', data: reportReference(row) } as const;
      await noteStep(tx, row.eventId, ctx.viewer.id, content);
    }
    return row;
  });
}

/** Permanently removes the attachments of reports, or one of them. */
export async function removeAttachments(tx: Tx, reports: RawBuilder<unknown>, fileId?: number): Promise<void> {
  const { rows } = await sql<{ fileId: number }>`
    delete from situation_report_files
    where situation_report_id in (${reports}) and (${fileId ?? null}::int is null or file_id = ${fileId ?? null})
    returning file_id`.execute(tx);
  const files = rows.map((row) => row.fileId);
  await sql`delete from files where id = any(${files})`.execute(tx);
}

const attachmentsOf = (db: Db | Tx, id: number): Promise<FileRow[]> =>
  db
    .selectFrom('situationReportFiles as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .select(['f.id', 'f.key', 'f.name', 'f.mimeType', 'f.size'])
    .where('a.situationReportId', '=', id)
    .orderBy('a.id')
    .execute();

export async function loadAttachments(ctx: { loaders: Loaders }, id: number): Promise<FileRow[]> {
  const attached = loader<number, FileRow[]>(ctx.loaders, 'situationReport.attachments', async (ids, db) => {
    const { rows } = await sql<FileRow & { reportId: number }>`
      select a.situation_report_id as report_id, f.id, f.key, f.name, f.mime_type, f.size
      from situation_report_files a join files f on f.id = a.file_id
      where a.situation_report_id = any(${ids}) order by a.id`.execute(db);
    return Map.groupBy(rows, ({ reportId }) => reportId);
  });
  return (await attached.load(id)) ?? [];
}

/** Returns a report's attachments for a mail. */
export async function attachmentsToMail(db: Db, id: number): Promise<(Attachment & { fileId: number })[]> {
  const files = await db
    .selectFrom('situationReportFiles as a')
    .innerJoin('files as f', 'f.id', 'a.fileId')
    .select(['f.id as fileId', 'f.name', 'f.mimeType', 'f.content'])
    .where('a.situationReportId', '=', id)
    .orderBy('a.id')
    .execute();
  return files.map(({ name, ...file }) => ({ ...file, name: name ?? '' }));
}
