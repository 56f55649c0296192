import { sql } from 'kysely';
import type { Tx } from '#server/database/connect.ts';
import { Refusal } from '#server/errors.ts';
import { displayName } from '#server/files/store.ts';
import type { Row } from '#server/graphql/types.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { type CheckedRow, checkRow } from './check-row.ts';
import { addSample, type Column, columnsOf } from './columns.ts';
import { encodingOf, textOf } from './decode.ts';
import { watchDuplicates } from './duplicates.ts';
import { exclusively, forManyRows } from './exclusive.ts';
import { matchRows } from './match.ts';
import { watchNewGroups } from './new-groups.ts';
import { type CsvRecord, parseCsv } from './parse.ts';
import { loadStoredPeople } from './people.ts';
import { planReading } from './plan.ts';
import { problem, type ReadingPlan, readRow } from './read-row.ts';

/** How a file is to be read. */
export interface UploadOptions {
  /** Targets by header or by place; see `columnsOf`. */
  mapping?: unknown;
  /** A group that every person of the file joins. */
  group?: number | null | undefined;
}

const batchLength = 250;
/** Between two notes of the progress: each is another version of a row that every new upload row refers to. */
const progressEvery = 1000;

/**
 * Reads a CSV file and keeps, row by row, what it would change; people stay as they are. A file that cannot be read is
 * refused and leaves nothing behind.
 */
export async function checkUpload(ctx: SignedIn, file: File, options: UploadOptions): Promise<Row<'uploads'>> {
  if (typeof file.arrayBuffer !== 'function') throw new Refusal('error_upload_binary', { file: 'error_upload_binary' }); // sent as JSON
  if (file.size > limits.csvBytes) throw new Refusal('error_upload_size', { file: 'error_upload_size' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let id = 0;
  const checking = exclusively(ctx.db, async (tx) => {
    await endInterrupted(ctx);
    const insertedBy = ctx.viewer.id;
    const values = { status: 'checking', fileName: displayName(file.name) ?? 'upload.csv', insertedBy } as const;
    // outside the transaction, so that others see the progress
    ({ id } = await ctx.db.insertInto('uploads').values(values).returning('id').executeTakeFirstOrThrow());
    return check(ctx, tx, id, bytes, options);
  });
  const upload = await checking.catch(async (error: unknown) => {
    await ctx.db.deleteFrom('uploads').where('id', '=', id).execute();
    throw error;
  });
  ctx.log.info({ event: 'upload_checked', upload: id, rows: upload.totalRows, by: ctx.viewer.id });
  return upload;
}

/** Whoever holds the lock knows that no other process is checking. */
const endInterrupted = ({ db }: SignedIn) =>
  db
    .updateTable('uploads')
    .set({ status: 'failed', error: 'error_upload_interrupted' satisfies RefusalKey })
    .where('status', '=', 'checking')
    .execute();

async function check(
  ctx: SignedIn,
  tx: Tx,
  id: number,
  file: Uint8Array,
  options: UploadOptions,
): Promise<Row<'uploads'>> {
  await forManyRows(tx);
  const encoding = encodingOf(file);
  const { separator, records } = await parseCsv(textOf(file, encoding));
  const header = await records.next();
  if (header.done) throw new Refusal('error_upload_empty');
  const plan = await planReading(tx, options, (targets) => columnsOf(header.value.cells, targets, options.mapping));
  const isUsable = canBeRead(plan.columns);
  const [duplicates, newGroups] = [watchDuplicates(), watchNewGroups(plan.groups)];
  let [totalRows, notedAt] = [0, Date.now()];
  for await (const batch of batchesOf(records)) {
    totalRows += batch.length;
    if (totalRows > limits.csvRows) throw new Refusal('error_upload_rows', undefined, { line: batch.at(-1)!.line });
    for (const { cells } of batch) plan.columns.forEach((column, at) => void addSample(column, cells[at] ?? ''));
    if (!isUsable) continue;
    const rows = await checkBatch(tx, batch, plan, duplicates);
    newGroups.add(rows);
    await keep(tx, id, rows);
    if (Date.now() - notedAt < progressEvery) continue;
    notedAt = Date.now();
    await ctx.db.updateTable('uploads').set({ processedRows: totalRows }).where('id', '=', id).execute();
  }
  if (!totalRows) throw new Refusal('error_upload_empty');
  const found = { encoding, separator, columns: JSON.stringify(plan.columns), totalRows };
  return finish(tx, id, { ...found, groupsToCreate: newGroups.paths(), isUsable });
}

/** Whether somebody can be made or recognised by these columns. */
function canBeRead(columns: readonly Column[]): boolean {
  const has = (target: string) => columns.some((column) => column.target === target);
  const isKey = ['externalId', 'email_business', 'mobile_business'].some(has);
  return isKey || (has('firstName') && has('lastName'));
}

async function* batchesOf(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord[]> {
  let batch: CsvRecord[] = [];
  for await (const record of records) {
    if (!record.cells.some((cell) => cell)) continue;
    batch.push(record);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}

async function checkBatch(
  tx: Tx,
  records: readonly CsvRecord[],
  plan: ReadingPlan,
  duplicates: ReturnType<typeof watchDuplicates>,
): Promise<CheckedRow[]> {
  const rows = records.map((record) => readRow(record, plan));
  const matches = await matchRows(tx, rows, plan);
  const ids = matches.flatMap((match) => (match && 'id' in match ? [match.id] : []));
  const people = await loadStoredPeople(tx, ids);
  return rows.map((row, at) => {
    const match = matches[at]!;
    const earlier = duplicates.earlierLine(row, match);
    if (match && 'fault' in match) row.problems.push(problem(null, match.fault));
    else if (earlier !== null) row.problems.push(problem(earlier, 'error_upload_duplicate'));
    const isKnown = match !== null && 'id' in match;
    return checkRow(row, isKnown ? (people.get(match.id) ?? null) : null, plan);
  });
}

const keep = (tx: Tx, id: number, rows: readonly CheckedRow[]) =>
  sql`
    insert into upload_rows (upload_id, line, outcome, person_id, person_version, name, problems, changes)
    select ${id}, line, outcome, "personId", "personVersion", name, problems, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (line int, outcome text, "personId" int,
      "personVersion" int, name text, problems jsonb, changes jsonb)`.execute(tx);

interface Found {
  encoding: string;
  separator: string;
  columns: string;
  totalRows: number;
  groupsToCreate: string[];
  isUsable: boolean;
}

async function finish(tx: Tx, id: number, { isUsable, ...found }: Found): Promise<Row<'uploads'>> {
  await countOutcomes(tx, id);
  return tx
    .updateTable('uploads')
    .set({
      ...found,
      processedRows: isUsable ? found.totalRows : 0,
      status: isUsable ? 'checked' : 'failed',
      error: isUsable ? null : ('error_upload_unmapped' satisfies RefusalKey),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Counts the rows of an upload by outcome. */
export const countOutcomes = (tx: Tx, id: number) =>
  sql`
    update uploads set (created, updated, unchanged, failed) = (
      select count(*) filter (where outcome = 'created'), count(*) filter (where outcome = 'updated'),
        count(*) filter (where outcome = 'unchanged'), count(*) filter (where outcome = 'failed')
      from upload_rows where upload_id = ${id})
    where id = ${id}`.execute(tx);
