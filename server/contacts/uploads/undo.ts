import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { pauseSchedule, restoreLinks } from '#server/contacts/directories/links.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { afterOtherUploads, exclusively, forManyRows } from './exclusive.ts';
import { findUpload } from './queries.ts';
import { spansOf } from './spans.ts';
import { leaveGroups, removePeople, reportChanged, reportUsed, restorePeople } from './undo-rows.ts';

/** A larger number of people is undone in the background. */
const mostAtOnce = 2000;

/** Undoes an upload: former values return, new unused people are removed. Other rows give the reason. */
export async function undoUpload(ctx: SignedIn, id: number): Promise<Row<'uploads'>> {
  const isLeft = await exclusively(ctx.db, async (tx) => {
    const { created, updated } = await begin(tx, id, ctx.viewer.id);
    if (created + updated <= mostAtOnce) return false;
    await ctx.jobs.enqueue(tx, 'upload', { upload: id });
    return true;
  });
  if (!isLeft) await undoRows(ctx, id);
  return (await findUpload(ctx, id))!;
}

async function begin(tx: Tx, id: number, undoneBy: number): Promise<Row<'uploads'>> {
  const upload = await tx
    .updateTable('uploads')
    .set({ status: 'undoing', processedRows: 0, undoneBy, error: null })
    .where('id', '=', id)
    .where('status', '=', 'applied')
    .where('rowsRemovedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (upload) return upload;
  const known = await tx.selectFrom('uploads').select('status').where('id', '=', id).executeTakeFirst();
  if (!known) throw new Refusal('error_not_found');
  throw new Refusal(known.status === 'applied' ? 'error_upload_expired' : 'error_upload_state');
}

/** Completes an undo, or leaves it for the next start. A failed one stays applied. */
export async function undoRows(app: Pick<App, 'db' | 'log'>, id: number): Promise<void> {
  try {
    await afterOtherUploads(app.db, async (tx) => {
      const upload = await tx.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
      if (upload?.status === 'undoing') await takeBack(app, tx, upload);
    });
  } catch (error) {
    const applied = { status: 'applied', error: 'error_internal' satisfies RefusalKey };
    await app.db.updateTable('uploads').set(applied).where('id', '=', id).where('status', '=', 'undoing').execute();
    throw error;
  }
}

async function takeBack({ db, log }: Pick<App, 'db' | 'log'>, tx: Tx, upload: Row<'uploads'>): Promise<void> {
  const { id, fileName, undoneBy: by } = upload;
  await forManyRows(tx);
  await reportChanged(tx, id);
  await reportUsed(tx, id);
  if (upload.directoryId !== null) await pauseSchedule(tx, upload.directoryId);
  let processedRows = 0;
  for await (const span of spansOf(tx, id)) {
    await leaveGroups(tx, id, span);
    if (upload.format === 'directory') await restoreLinks(tx, id, span.first, span.last);
    await restorePeople(tx, id, span);
    await removePeople(tx, id, span);
    processedRows += span.length;
    // outside the transaction, to be visible to others
    await db.updateTable('uploads').set({ processedRows }).where('id', '=', id).execute();
  }
  for (const groupId of upload.madeGroups.toReversed()) await removeUnusedGroup(tx, groupId);
  const { rows } = await sql<{ notUndone: number }>`
    update uploads set status = 'undone', undone_at = now(), not_undone = (
      select count(*) from upload_rows where upload_id = ${id} and outcome in ('created', 'updated') and problems <> '[]')
    where id = ${id} returning not_undone`.execute(tx);
  const { notUndone } = rows[0]!;
  await appendAudit(tx, {
    by,
    action: 'remove',
    type: 'UploadResult',
    rowId: id,
    label: fileName,
    after: { notUndone },
  });
  log.info({ event: 'upload_undone', upload: id, by, notUndone });
}

const removeUnusedGroup = (tx: Tx, id: number) =>
  sql`
    delete from groups g where id = ${id}
      and not exists (select 1 from groups where parent_group_id = g.id)
      and not exists (select 1 from person_groups where group_id = g.id)
      and not exists (select 1 from list_groups where group_id = g.id)
      and not exists (select 1 from message_groups where group_id = g.id)
      and not exists (select 1 from messages where for_group_id = g.id)
      and not exists (select 1 from rosters where group_id = g.id)
      and not exists (select 1 from shifts where group_id = g.id)
      and not exists (select 1 from tasks where group_id = g.id)
      and not exists (select 1 from checklist_items where group_id = g.id)
      and not exists (select 1 from cascades where group_id = g.id)
      and not exists (select 1 from incoming_sources where group_id = g.id)`.execute(tx);
