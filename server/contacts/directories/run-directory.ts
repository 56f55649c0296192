import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { findHolders } from '#server/channels/system-mails/holders.ts';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import { loadDataRules } from '#server/contacts/people/person-data.ts';
import { applyUpload } from '#server/contacts/uploads/apply.ts';
import { begin } from '#server/contacts/uploads/begin.ts';
import { exclusively } from '#server/contacts/uploads/exclusive.ts';
import { columnTargetsOf } from '#server/contacts/uploads/headers/targets.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { loadRefusalTexts } from '#server/platform/refusal-texts.ts';
import { languageOf } from '#shared/languages.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { checkDirectory } from './check-directory.ts';
import { readCsvEntries } from './csv/csv-entries.ts';
import { type CsvFile, fetchCsv, fileDigest } from './csv/fetch-csv.ts';
import { findDirectory, type PeopleDirectory, refuseChangedDirectory } from './directory.ts';
import { readDirectoryEntries } from './in-thread.ts';
import type { DirectoryEntry } from './read-entries.ts';
import { readScimEntries } from './scim/scim-entries.ts';
import { settleScim, wakeScim } from './scim/scim-store.ts';

type Running = Pick<App, 'db' | 'log' | 'jobs' | 'config' | 'secrets'>;

/** Stores a directory's differences for a person to apply. */
export async function tryDirectory(ctx: SignedIn, id: number): Promise<Row<'uploads'>> {
  const directory = await findDirectory(ctx.db, id);
  const { dueAt } = directory;
  if (!dueAt || directory.kind !== 'scim' || directory.intervalHours) return checkPeople(ctx, directory);
  // before reading: later changes of a SCIM client wait
  await ctx.db.updateTable('directories').set({ dueAt: null }).where('id', '=', id).execute();
  try {
    return await checkPeople(ctx, directory);
  } catch (error) {
    await ctx.db.updateTable('directories').set({ dueAt }).where('id', '=', id).execute();
    throw error;
  }
}

const checkPeople = async (ctx: SignedIn, directory: PeopleDirectory): Promise<Row<'uploads'>> =>
  checkDirectory(ctx, directory, await readPeople(ctx, directory), ctx.viewer.id);

/** Reads all people. `file`: a fetched CSV file. */
async function readPeople(app: Running, directory: PeopleDirectory, file?: CsvFile): Promise<DirectoryEntry[]> {
  if (directory.kind === 'csv') return readCsvEntries(directory, file ?? (await fetchCsv(app, directory)));
  const several = await repeatableTargets(app.db);
  if (directory.kind === 'scim') return readScimEntries(app.db, directory, several);
  return readDirectoryEntries(app, directory, several);
}

async function repeatableTargets(db: Db): Promise<ReadonlySet<string>> {
  const { types } = await loadDataRules(db);
  return new Set(columnTargetsOf(types).flatMap((one) => (one.isRepeatable ? [one.identifier] : [])));
}

/**
 * Runs a directory by schedule, completely or not at all. A held or failed run mails administrators once per problem.
 */
export async function runScheduled(app: Running, id: number): Promise<void> {
  const directory = await findDirectory(app.db, id).catch(() => null);
  if (!directory?.intervalHours) return;
  try {
    const file = directory.kind === 'csv' ? await fetchCsv(app, directory) : undefined;
    const readDigest = file ? fileDigest(directory, file) : null;
    if (readDigest && directory.readDigest?.equals(readDigest)) return; // an equal file changes nothing
    const upload = await checkDirectory(app, directory, await readPeople(app, directory, file), null);
    if (upload.held) {
      await app.db.updateTable('directories').set({ readDigest }).where('id', '=', id).execute();
      await settleScim(app.db, id);
      return await reportProblem(app, directory, upload.held as RefusalKey);
    }
    await exclusively(app.db, async (tx) => {
      await refuseChangedDirectory(tx, directory);
      await begin(tx, upload.id, null);
    });
    await applyUpload(app, upload.id);
    const applied = await app.db
      .selectFrom('uploads')
      .selectAll()
      .where('id', '=', upload.id)
      .executeTakeFirstOrThrow();
    if (applied.error) return await reportProblem(app, directory, applied.error as RefusalKey);
    // people changed since the check are compared by the next run
    const isComplete = applied.failed === upload.failed;
    // only now, so that an interrupted run is repeated
    const settled = { mailedProblem: null, ...(isComplete ? { readDigest } : {}) };
    await app.db.updateTable('directories').set(settled).where('id', '=', id).execute();
    if (isComplete) await settleScim(app.db, id);
  } catch (error) {
    // an upload is running: the job is tried again
    if (!(error instanceof Refusal) || error.key === 'error_upload_running') throw error;
    // an undo or newer mapping counts
    if (error.key === 'error_changed_meanwhile' || error.key === 'error_directory_newer') {
      await inTransaction(app.db, (tx) => wakeScim(tx, id));
      return;
    }
    await inTransaction(app.db, (tx) => recordFailure(tx, directory, error.key));
    await reportProblem(app, directory, error.key);
  }
}

async function recordFailure(
  tx: Tx,
  { id: directoryId, label: fileName }: PeopleDirectory,
  error: RefusalKey,
): Promise<void> {
  await tx
    .insertInto('uploads')
    .values({ status: 'failed', format: 'directory', mappedBy: 'choice', fileName, directoryId, error })
    .execute();
  // an equal file later ends the trouble
  await tx.updateTable('directories').set({ readDigest: null }).where('id', '=', directoryId).execute();
}

async function reportProblem(app: Running, { id, label }: PeopleDirectory, problem: RefusalKey): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update directories set mailed_problem = ${problem}
      where id = ${id} and mailed_problem is distinct from ${problem} returning id`.execute(tx);
    if (!rows.length) return;
    const holders = await findHolders(tx, 'manage_system_setup');
    const text = { de: await loadRefusalTexts('de'), en: await loadRefusalTexts('en') };
    const mails = holders.map(({ id: to, language }) => ({
      identifier: 'directory_stopped' as const,
      to,
      language,
      values: { 'directory.name': label, 'directory.reason': text[languageOf(language)](problem) },
      page: '/administration/directories',
    }));
    await sendSystemMail(app, tx, ...mails);
  });
}

/** Starts due directories once on any number of machines. */
export async function startDueDirectories({ db, jobs }: Pick<App, 'db' | 'jobs'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      select id from directories where due_at <= now() and interval_hours > 0 order by id for update skip locked`.execute(
      tx,
    );
    for (const { id } of rows) {
      await planNext(tx, id);
      await jobs.enqueue(tx, 'directory_sync', { directory: id });
    }
  });
}

/** Stores the next scheduled time. For SCIM it only covers a lost run. */
export const planNext = (tx: Tx, id: number) =>
  sql`
    with place as (
      select coalesce((select value_str from system_settings where value_key = 'time_zone'), 'Europe/Berlin') as zone)
    update directories d set due_at = case when interval_hours = 0 then null
      when kind = 'scim' then now() + interval '1 hour' else (
      select min(t.at) from (
        select (date_trunc('day', now() at time zone place.zone) + make_interval(hours => d.start_hour + n * d.interval_hours))
          at time zone place.zone as at
        from generate_series(-24, 48) n) t
      where t.at > now()) end
    from place where d.id = ${id}`.execute(tx);
