import { sql } from 'kysely';
import { appendAudit } from '../../audit/audit.ts';
import type { SignedIn } from '../../auth/viewer.ts';
import type { Tx } from '../../database/connect.ts';
import { Refusal } from '../../errors.ts';
import type { Row } from '../../graphql/types.ts';
import { exclusively, forManyRows } from './exclusive.ts';
import { removePeople, reportChanged, reportUsed, restorePeople } from './undo-rows.ts';

/**
 * Takes an upload back: people it changed get the values they had, people it made and nobody used are removed, with
 * their memberships. Whoever was changed or used since stays as they are; their rows say why.
 */
export async function undoUpload(ctx: SignedIn, id: number): Promise<Row<'uploads'>> {
  const upload = await exclusively(ctx.db, async (tx) => {
    const { fileName, madeGroups } = await holdApplied(tx, id);
    await forManyRows(tx);
    await reportChanged(tx, id);
    await reportUsed(tx, id);
    await sql`
      delete from person_groups where id in (
        select unnest(memberships) from upload_rows where upload_id = ${id} and problems = '[]')`.execute(tx);
    await restorePeople(tx, id);
    await removePeople(tx, id);
    for (const groupId of madeGroups.toReversed()) await removeUnusedGroup(tx, groupId);
    const { rows } = await sql<Row<'uploads'>>`
      update uploads set status = 'undone', undone_at = now(), not_undone = (
        select count(*) from upload_rows where upload_id = ${id} and outcome in ('created', 'updated') and problems <> '[]')
      where id = ${id} returning *`.execute(tx);
    const { notUndone } = rows[0]!;
    await appendAudit(tx, {
      ...{ by: ctx.viewer.id, action: 'remove', type: 'UploadResult', rowId: id, label: fileName },
      after: { notUndone },
    });
    return rows[0]!;
  });
  ctx.log.info({ event: 'upload_undone', upload: id, by: ctx.viewer.id, notUndone: upload.notUndone });
  return upload;
}

async function holdApplied(tx: Tx, id: number): Promise<Row<'uploads'>> {
  const held = tx.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate();
  const upload = await held.executeTakeFirst();
  if (!upload) throw new Refusal('error_not_found');
  if (upload.status !== 'applied') throw new Refusal('error_upload_state');
  if (upload.rowsRemovedAt) throw new Refusal('error_upload_expired');
  return upload;
}

const removeUnusedGroup = (tx: Tx, id: number) =>
  sql`
    delete from groups g where id = ${id}
      and not exists (select 1 from groups where parent_group_id = g.id)
      and not exists (select 1 from person_groups where group_id = g.id)
      and not exists (select 1 from list_groups where group_id = g.id)
      and not exists (select 1 from message_groups where group_id = g.id)
      and not exists (select 1 from cascades where group_id = g.id)`.execute(tx);
