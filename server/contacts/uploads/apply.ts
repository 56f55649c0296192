import { appendAudit } from '#server/api/audit/audit.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { settleProblem } from '#server/contacts/directories/directory.ts';
import { refuseTaken, writeLinks } from '#server/contacts/directories/links.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { analyzeContacts } from '#server/platform/database/statistics.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { prepareGroups } from './apply-groups.ts';
import { refuseKnown, refuseStaleRows, writePeople } from './apply-rows.ts';
import { countOutcomes } from './check.ts';
import { afterOtherUploads, forManyRows } from './exclusive.ts';
import type { FileColumn } from './headers/columns.ts';
import { planReading } from './plan.ts';
import { spansOf } from './spans.ts';
import { tellResult } from './tell-result.ts';

/** From this many people, tables are analyzed. */
const manyRows = 500;

type Parts = Pick<App, 'db' | 'log' | 'jobs'>;

/**
 * Applies a checked upload completely or not at all; a restart repeats it. Rejects rows changed since. With `byMail`,
 * mails the result.
 */
export async function applyUpload(app: Parts, id: number, { byMail = false } = {}): Promise<void> {
  let written = 0;
  try {
    await afterOtherUploads(app.db, async (tx) => {
      const upload = await tx.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
      if (upload?.status !== 'running') return;
      const applied = await applyRows(app, tx, upload);
      if (byMail) await tellResult(app, tx, applied);
      written = applied.created + applied.updated;
    });
  } catch (error) {
    const key: RefusalKey = error instanceof Refusal ? error.key : 'error_internal';
    await inTransaction(app.db, async (tx) => {
      const change = tx.updateTable('uploads').set({ status: 'failed', error: key }).where('id', '=', id);
      const failed = await change.where('status', '=', 'running').returningAll().executeTakeFirst();
      if (failed && byMail) await tellResult(app, tx, failed);
    });
    if (key === 'error_internal') throw error;
  }
  if (written >= manyRows)
    await analyzeContacts(app.db).catch((error: Error) => app.log.warn({ event: 'analyze_failed', error: error.name }));
}

async function applyRows({ db, log }: Parts, tx: Tx, upload: Row<'uploads'>): Promise<Row<'uploads'>> {
  const { id } = upload;
  await forManyRows(tx);
  const { targets, ...reading } = await planReading(tx, {});
  const known = targets.map((target) => target.identifier);
  const plan = { ...reading, columns: sameColumns(upload, known) };
  await refuseStaleRows(tx, id);
  if (upload.format === 'directory') await refuseTaken(tx, id);
  else for await (const span of spansOf(tx, id)) await refuseKnown(tx, id, span, plan);
  const groups = await prepareGroups(tx, upload);
  let processedRows = 0;
  for await (const span of spansOf(tx, id)) {
    await writePeople(tx, id, span, groups.ids);
    if (upload.format === 'directory') await writeLinks(tx, id, span.first, span.last);
    processedRows += span.length;
    // outside the transaction, to be visible to others
    await db.updateTable('uploads').set({ processedRows }).where('id', '=', id).execute();
  }
  await countOutcomes(tx, id);
  if (upload.directoryId && upload.appliedBy) await settleProblem(tx, upload.directoryId);
  const applied = await tx
    .updateTable('uploads')
    .set({ status: 'applied', appliedAt: new Date(), processedRows, madeGroups: groups.made })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { created, updated, unchanged, failed } = applied;
  const counts = { created, updated, unchanged, failed };
  await appendAudit(tx, {
    by: upload.appliedBy,
    action: 'create',
    type: 'UploadResult',
    rowId: id,
    label: upload.fileName,
    after: counts,
  });
  log.info({ event: 'upload_applied', upload: id, by: upload.appliedBy, ...counts });
  return applied;
}

/** Refuses when a checked target is missing. */
function sameColumns({ columns }: Row<'uploads'>, known: readonly string[]): FileColumn[] {
  const checked = columns as unknown as FileColumn[];
  if (checked.some(({ target }) => target && !known.includes(target))) throw new Refusal('error_changed_meanwhile');
  return checked;
}
