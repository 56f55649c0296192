import { sql } from 'kysely';
import { displayName } from '#server/api/files/store.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { type CheckedRow, checkRow } from './check-row.ts';
import { type EarlierRow, watchDuplicates } from './duplicates.ts';
import { exclusively, forManyRows } from './exclusive.ts';
import { addSample } from './headers/columns.ts';
import { mapHeader } from './headers/map-header.ts';
import { findNamesakes, matchRows, nameKey } from './match.ts';
import { watchNewGroups } from './new-groups.ts';
import { loadStoredPeople } from './people.ts';
import { planReading } from './plan.ts';
import { type FileRecord, lengthOfRecord, mostAtOnce, type PeopleFile } from './reading/file-record.ts';
import { withPeopleFile } from './reading/in-thread.ts';
import { readRow } from './values/read-row.ts';
import { type Problem, problem, problemAt, type ReadingPlan, type ReadRow } from './values/row.ts';

/** The options of an upload. */
export interface UploadOptions {
  /** By header or position (`fileColumns`). Default: the last choice. */
  mapping?: unknown;
  /** A group that every person of the file joins. */
  group?: number | null | undefined;
  /** Rejects rows with invalid values. */
  isStrict?: boolean | null | undefined;
  /** Position of a column whose values name additional groups. */
  groupsFrom?: number | null | undefined;
  /** For numbers without 0 and +. */
  areaCode?: string | null | undefined;
}

const batchLength = 250;
/** Rows between updates, each of which adds a row version. */
const progressEvery = 1000;

/** Stores a file's planned changes. Refuses an unreadable file without data. */
export async function checkUpload(
  ctx: SignedIn,
  file: File,
  options: UploadOptions,
  signal?: AbortSignal,
): Promise<Row<'uploads'>> {
  if (typeof file.arrayBuffer !== 'function') throw new Refusal('error_upload_binary', { file: 'error_upload_binary' }); // sent as JSON
  if (file.size > limits.csvBytes) throw new Refusal('error_upload_size', { file: 'error_upload_size' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  // no transaction waits for the reading
  const upload = await withPeopleFile(bytes, signal, (people) => checkFile(ctx, file.name, people, options, signal));
  ctx.log.info({ event: 'upload_checked', upload: upload.id, rows: upload.totalRows, by: ctx.viewer.id });
  return upload;
}

async function checkFile(
  ctx: SignedIn,
  fileName: string,
  people: PeopleFile,
  options: UploadOptions,
  signal: AbortSignal | undefined,
): Promise<Row<'uploads'>> {
  let id = 0;
  const checking = exclusively(ctx.db, async (tx) => {
    await endInterrupted(ctx);
    const insertedBy = ctx.viewer.id;
    const values = { status: 'checking', fileName: displayName(fileName) ?? 'upload.csv', insertedBy } as const;
    // outside the transaction, so that others see the progress
    ({ id } = await ctx.db.insertInto('uploads').values(values).returning('id').executeTakeFirstOrThrow());
    await forManyRows(tx);
    return checkRecords(ctx, tx, id, people, options, signal);
  });
  return checking.catch(async (error: unknown) => {
    await ctx.db.deleteFrom('uploads').where('id', '=', id).execute();
    throw error;
  });
}

/** Ends a dead process's checks; the caller's lock excludes others. */
export const endInterrupted = ({ db }: Pick<SignedIn, 'db'>) =>
  db
    .updateTable('uploads')
    .set({ status: 'failed', error: 'error_upload_interrupted' satisfies RefusalKey })
    .where('status', '=', 'checking')
    .execute();

async function checkRecords(
  ctx: SignedIn,
  tx: Tx,
  id: number,
  { records, ...file }: PeopleFile,
  options: UploadOptions,
  signal: AbortSignal | undefined,
): Promise<Row<'uploads'>> {
  const first = await records.next();
  if (first.done) throw new Refusal('error_upload_empty');
  const headers = first.value.cells;
  const { targets, ...reading } = await planReading(tx, options);
  const header = { format: file.format, headers };
  const { columns, isUsable, mappedBy, program } = await mapHeader(ctx, tx, header, targets, options.mapping);
  const plan = { ...reading, columns };
  const [duplicates, newGroups] = [watchDuplicates(), watchNewGroups(plan.groups)];
  let [totalRows, notedAt] = [0, Date.now()];
  for await (const batch of batchesOf(records)) {
    if (signal?.aborted) throw new Refusal('error_upload_interrupted'); // its client has disconnected
    totalRows += batch.length;
    if (totalRows > limits.csvRows) throw new Refusal('error_upload_rows', undefined, { line: batch.at(-1)!.line });
    for (const { cells } of batch) columns.forEach((column, at) => void addSample(column, cells[at] ?? ''));
    if (!isUsable) continue;
    const rows = await checkBatch(tx, batch, plan, duplicates);
    newGroups.add(rows);
    await keepRows(tx, id, rows);
    if (Date.now() - notedAt < progressEvery) continue;
    notedAt = Date.now();
    await ctx.db.updateTable('uploads').set({ processedRows: totalRows }).where('id', '=', id).execute();
  }
  if (!totalRows) throw new Refusal('error_upload_empty');
  return finish(tx, id, {
    ...file,
    program,
    mappedBy,
    isStrict: plan.isStrict,
    columns: JSON.stringify(columns),
    totalRows,
    groupsToCreate: newGroups.paths(),
    isUsable,
  });
}

async function* batchesOf(records: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord[]> {
  let [batch, size]: [FileRecord[], number] = [[], 0];
  for await (const record of records) {
    batch.push(record);
    size += lengthOfRecord(record);
    if (batch.length < batchLength && size < mostAtOnce) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length) yield batch;
}

async function checkBatch(
  tx: Tx,
  records: readonly FileRecord[],
  plan: ReadingPlan,
  duplicates: ReturnType<typeof watchDuplicates>,
): Promise<CheckedRow[]> {
  const rows = records.map((record) => readRow(record, plan));
  const matches = await matchRows(tx, rows, plan);
  const ids = matches.flatMap((match) => (match && 'id' in match ? [match.id] : []));
  const people = await loadStoredPeople(tx, ids);
  const namesakes = await findNamesakes(
    tx,
    rows.filter((_, at) => !matches[at]),
  );
  return rows.map((row, at) => {
    const match = matches[at]!;
    const earlier = duplicates.earlier(row, match);
    if (match && 'fault' in match) row.problems.push(problem(null, match.fault));
    else if (earlier) row.problems.push(duplicateProblem(row, earlier, plan));
    else if (!match && namesakes.has(nameKey(row))) row.remarks.push(namesake(row));
    const isKnown = match !== null && 'id' in match;
    return checkRow(row, isKnown ? (people.get(match.id) ?? null) : null, plan);
  });
}

const namesake = ({ name }: ReadRow): Problem => ({ ...problem(null, 'error_upload_namesake'), value: name });

/** A person repeats an earlier line, by this value. */
function duplicateProblem({ keys }: ReadRow, { line, by }: EarlierRow, plan: ReadingPlan): Problem {
  const target = by === 'externalId' ? by : by && plan[by]?.identifier;
  if (!by || !target) return problem(line, 'error_upload_duplicate');
  return { ...problemAt(plan, target, 'error_upload_duplicate', keys[by]), line };
}

/** Stores an upload's rows with their entries. */
export const keepRows = (tx: Tx, id: number, rows: readonly (CheckedRow & { entry?: object | null })[]) =>
  sql`
    insert into upload_rows (upload_id, line, outcome, person_id, person_version, name, problems, remarks, changes, entry)
    select ${id}, line, outcome, "personId", "personVersion", name, problems, remarks, changes, nullif(entry, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (line int, outcome text, "personId" int,
      "personVersion" int, name text, problems jsonb, remarks jsonb, changes jsonb, entry jsonb)`.execute(tx);

interface Found {
  format: string;
  encoding: string;
  separator: string;
  program: string | null;
  mappedBy: string;
  isStrict: boolean;
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
    update uploads set (created, updated, unchanged, failed, remarked) = (
      select count(*) filter (where outcome = 'created'), count(*) filter (where outcome = 'updated'),
        count(*) filter (where outcome = 'unchanged'), count(*) filter (where outcome = 'failed'),
        count(*) filter (where outcome <> 'failed' and remarks <> '[]')
      from upload_rows where upload_id = ${id})
    where id = ${id}`.execute(tx);
