import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { countOutcomes, endInterrupted, keepRows } from '#server/contacts/uploads/check.ts';
import { exclusively, forManyRows } from '#server/contacts/uploads/exclusive.ts';
import { addSample, type FileColumn } from '#server/contacts/uploads/headers/columns.ts';
import { planReading } from '#server/contacts/uploads/plan.ts';
import type { ReadingPlan } from '#server/contacts/uploads/values/row.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { type Comparison, compareEntries, type NumberedEntry } from './compare-entries.ts';
import { type PeopleDirectory, refuseChangedDirectory } from './directory.ts';
import { leaverRows } from './leavers.ts';
import { loadLinks } from './links.ts';
import type { DirectoryEntry } from './read-entries.ts';

const batchLength = 250;

/**
 * Compares a directory's entries with people and stores the differences like an upload's. A run that takes away too
 * many is held.
 */
export function checkDirectory(
  { db, log }: Pick<App, 'db' | 'log'>,
  directory: PeopleDirectory,
  entries: readonly DirectoryEntry[],
  by: number | null,
): Promise<Row<'uploads'>> {
  return exclusively(db, async (tx) => {
    await endInterrupted({ db });
    await refuseChangedDirectory(tx, directory);
    const { label: fileName, id: directoryId } = directory;
    const values = {
      status: 'checking',
      format: 'directory',
      mappedBy: 'choice',
      fileName,
      directoryId,
      insertedBy: by,
    };
    const { id } = await tx.insertInto('uploads').values(values).returning('id').executeTakeFirstOrThrow();
    await forManyRows(tx);
    const { targets, ...reading } = await planReading(tx, {});
    const columns = columnsOf(directory);
    if (columns.some(({ target }) => !targets.some(({ identifier }) => identifier === target)))
      throw new Refusal('error_directory_target_gone', { attributes: 'error_directory_target_gone' });
    const links = await loadLinks(tx, directoryId);
    const comparison = await comparisonOf(directory, { ...reading, columns }, links, entries);
    const totalRows = await compareAll(tx, id, entries, comparison);
    const upload = await finish(tx, id, {
      columns,
      totalRows,
      held: await heldBy(tx, id, directory, entries, comparison),
    });
    const { created, updated, unchanged, failed, held } = upload;
    log.info({
      event: 'directory_checked',
      directory: directoryId,
      upload: id,
      by,
      held,
      created,
      updated,
      unchanged,
      failed,
    });
    return upload;
  });
}

const columnsOf = ({ attributes }: PeopleDirectory): FileColumn[] =>
  [...attributes, { attribute: 'isActive', target: 'isActive' }].map(({ attribute, target }) => ({
    header: attribute,
    target,
    samples: [],
    isEmpty: true,
    problem: null,
  }));

async function comparisonOf(
  directory: PeopleDirectory,
  plan: ReadingPlan,
  links: Comparison['links'],
  entries: readonly DirectoryEntry[],
): Promise<Comparison> {
  const ruleGroups = new Set(directory.groupRules.map(({ group }) => group));
  if ([...ruleGroups].some((id) => !plan.groups.paths.has(id)))
    throw new Refusal('error_directory_group_gone', { groupRules: 'error_directory_group_gone' });
  const ids = entries.flatMap(({ id }) => id ?? []);
  const firsts = new Map(ids.map((id, at) => [id, at] as const).reverse());
  return {
    directoryId: directory.id,
    plan,
    links,
    ruleGroups,
    present: new Set(ids),
    ambiguous: new Set(ids.filter((id, at) => firsts.get(id) !== at)),
    seen: { people: new Map(), numbers: new Map() },
  };
}

async function compareAll(
  tx: Tx,
  id: number,
  entries: readonly DirectoryEntry[],
  comparison: Comparison,
): Promise<number> {
  const { columns } = comparison.plan;
  const numbered = entries.map((entry, at): NumberedEntry => ({ line: at + 1, entry }));
  let totalRows = 0;
  for (let at = 0; at < numbered.length; at += batchLength) {
    const batch = numbered.slice(at, at + batchLength);
    for (const { entry } of batch) columns.forEach((column, n) => void addSample(column, entry.cells[n] ?? ''));
    const rows = await compareEntries(tx, batch, comparison);
    await keepRows(tx, id, rows);
    totalRows += rows.length;
  }
  const leavers = await leaverRows(tx, comparison, numbered.length + 1);
  await keepRows(tx, id, leavers);
  return totalRows + leavers.length;
}

/**
 * Returns why a person has to decide: no entries, too many people switched off or leaving groups, changed identities,
 * or an emptied group. Null if the run may go on.
 */
async function heldBy(
  tx: Tx,
  id: number,
  directory: PeopleDirectory,
  entries: readonly DirectoryEntry[],
  comparison: Comparison,
): Promise<RefusalKey | null> {
  const { mostOffPercent, mostOffPeople } = directory;
  if (!entries.length) return emptyReasonOf(directory, comparison.links.size);
  const { rows } = await sql<{ off: number; left: number; renamed: number }>`
    select count(*) filter (where changes #>> '{isActive,after}' = 'false')::int as off,
      count(*) filter (where changes ? 'leftGroups')::int as "left",
      count(*) filter (where lower(changes #>> '{firstName,before}') <> lower(changes #>> '{firstName,after}')
        and lower(changes #>> '{lastName,before}') <> lower(changes #>> '{lastName,after}'))::int as renamed
    from upload_rows where upload_id = ${id} and outcome = 'updated'`.execute(tx);
  const { off, left, renamed } = rows[0]!;
  const active = [...comparison.links.values()].filter(({ isActive }) => isActive).length;
  // a SCIM client removes people one by one, so the last day counts
  const recent = directory.kind === 'scim' ? await recentlyTaken(tx, directory.id) : { off: 0, left: 0 };
  const isTooMany = (n: number) => n > mostOffPeople || n * 100 > (active + recent.off) * mostOffPercent;
  if (off && isTooMany(off + recent.off)) return 'error_directory_many_off';
  if (left && isTooMany(left + recent.left)) return 'error_directory_many_left';
  // a reassigned staff number or shifted identifiers would alarm other people
  if (renamed) return 'error_directory_renamed';
  if ((off || left) && emptiesGroup(entries, comparison)) return 'error_directory_group_emptied';
  return off && (await replacesPeople(tx, id)) ? 'error_directory_replaced' : null;
}

/** Returns whether a person is replaced by one of the same name: the identifier changed. */
async function replacesPeople(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from upload_rows gone join people p on p.id = gone.person_id
    join upload_rows made on made.upload_id = gone.upload_id and made.outcome = 'created'
      and lower(made.changes #>> '{firstName,after}') = lower(p.first_name)
      and lower(made.changes #>> '{lastName,after}') = lower(p.last_name)
    where gone.upload_id = ${id} and gone.outcome = 'updated' and gone.changes #>> '{isActive,after}' = 'false'
    limit 1`.execute(tx);
  return rows.length > 0;
}

/** Returns whether a group loses all of the directory's people, which small teams don't show in the limits. */
function emptiesGroup(entries: readonly DirectoryEntry[], { links, ambiguous, plan }: Comparison): boolean {
  const filled = new Set([...links.values()].flatMap(({ isActive, given }) => (isActive ? given.groups : [])));
  for (const { id, isDisabled, groups } of entries)
    if (id !== null && !ambiguous.has(id) && !isDisabled) for (const group of groups) filled.delete(group);
  return [...filled].some((group) => plan.groups.paths.has(group));
}

/** Returns the sentence about a directory without people. */
function emptyReasonOf({ kind }: PeopleDirectory, linked: number): RefusalKey {
  if (kind === 'scim') return linked ? 'error_directory_scim_empty' : 'error_directory_scim_nobody';
  return kind === 'csv' ? 'error_directory_empty_file' : 'error_directory_empty';
}

/** Counts people taken away within a day without a person's consent. */
async function recentlyTaken(tx: Tx, directoryId: number): Promise<{ off: number; left: number }> {
  const { rows } = await sql<{ off: number; left: number }>`
    select count(distinct r.person_id) filter (where r.changes #>> '{isActive,after}' = 'false')::int as off,
      count(distinct r.person_id) filter (where r.changes ? 'leftGroups')::int as "left"
    from uploads u join upload_rows r on r.upload_id = u.id and r.outcome = 'updated'
    where u.directory_id = ${directoryId} and u.status = 'applied' and u.applied_by is null
      and u.applied_at > now() - interval '24 hours'
      and u.id > coalesce((
        select max(id) from uploads where directory_id = ${directoryId} and status = 'applied' and applied_by is not null), 0)`.execute(
    tx,
  );
  return rows[0]!;
}

async function finish(
  tx: Tx,
  id: number,
  { columns, totalRows, held }: { columns: readonly FileColumn[]; totalRows: number; held: RefusalKey | null },
): Promise<Row<'uploads'>> {
  await countOutcomes(tx, id);
  const isUsable = totalRows > 0;
  return tx
    .updateTable('uploads')
    .set({
      columns: JSON.stringify(columns),
      totalRows,
      processedRows: totalRows,
      status: isUsable ? 'checked' : 'failed',
      held,
      error: isUsable ? null : held,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
