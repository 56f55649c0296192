import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { applyUpload } from './apply.ts';
import { checkUpload, type UploadOptions } from './check.ts';
import { exclusively } from './exclusive.ts';
import { rememberMapped } from './headers/map-header.ts';
import { findUpload } from './queries.ts';

/** Reads a file and applies it, unless a dry run. The signal aborts reading. */
export async function uploadPeople(
  ctx: SignedIn,
  file: File,
  { dryRun, ...options }: UploadOptions & { dryRun: boolean },
  signal?: AbortSignal,
): Promise<Row<'uploads'>> {
  const upload = await checkUpload(ctx, file, options, signal);
  if (dryRun || upload.status !== 'checked') return upload;
  await exclusively(ctx.db, (tx) => begin(tx, upload.id, ctx.viewer.id));
  await applyUpload(ctx, upload.id);
  return (await findUpload(ctx, upload.id))!;
}

/** Applies a dry run in the background. */
export function startApplying(ctx: SignedIn, id: number): Promise<Row<'uploads'>> {
  return exclusively(ctx.db, async (tx) => {
    const upload = await begin(tx, id, ctx.viewer.id);
    await ctx.jobs.enqueue(tx, 'upload', { upload: id });
    return upload;
  });
}

/** Starts applying, for a user or (null) a schedule. */
export async function begin(tx: Tx, id: number, appliedBy: number | null): Promise<Row<'uploads'>> {
  await refuseOutdated(tx, id);
  const upload = await tx
    .updateTable('uploads')
    .set({ status: 'running', processedRows: 0, appliedBy })
    .where('id', '=', id)
    .where('status', '=', 'checked')
    .where('rowsRemovedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (upload) {
    if (upload.format !== 'directory') await rememberMapped(tx, upload);
    return upload;
  }
  const known = await tx.selectFrom('uploads').select('status').where('id', '=', id).executeTakeFirst();
  if (!known) throw new Refusal('error_not_found');
  throw new Refusal(known.status === 'checked' ? 'error_upload_expired' : 'error_upload_state');
}

/** Refuses a run with a later one, because people may be back. */
async function refuseOutdated(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ isNewest: boolean | null }>`
    select (select max(id) from uploads where directory_id = u.directory_id) = u.id as is_newest
    from uploads u where id = ${id} and format = 'directory' and status = 'checked'`.execute(tx);
  if (rows.length && rows[0]!.isNewest !== true) throw new Refusal('error_directory_newer');
}
