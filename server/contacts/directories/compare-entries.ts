import { type CheckedRow, checkRow, type RowChanges } from '#server/contacts/uploads/check-row.ts';
import type { NamedGroup } from '#server/contacts/uploads/group-paths.ts';
import { findNamesakes, type Match, matchRows, nameKey } from '#server/contacts/uploads/match.ts';
import { loadStoredPeople, type StoredPerson } from '#server/contacts/uploads/people.ts';
import { readRow } from '#server/contacts/uploads/values/read-row.ts';
import { problem, problemAt, type ReadingPlan, type ReadRow } from '#server/contacts/uploads/values/row.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { fold } from '#shared/fold.ts';
import { groupChanges } from './group-changes.ts';
import { type DirectoryLink, type DirectoryValue, type Given, loadLinksOf, type RowEntry } from './links.ts';
import type { DirectoryEntry } from './read-entries.ts';

/** A row's effect and link. */
export type DirectoryRow = CheckedRow & { entry: RowEntry | null };

/** The data for comparing entries with people. */
export interface Comparison {
  directoryId: number;
  plan: ReadingPlan;
  /** The links of the directory by entry. */
  links: ReadonlyMap<string, DirectoryLink>;
  /** The identifiers of all entries that the directory returned. */
  present: ReadonlySet<string>;
  /** Identifiers of several entries. */
  ambiguous: ReadonlySet<string>;
  /** Ids of groups that the rules give. */
  ruleGroups: ReadonlySet<number>;
  /** Lines of people and external numbers of earlier batches. */
  seen: { people: Map<number, number>; numbers: Map<string, number> };
}

/** An entry with the line of its row. */
export interface NumberedEntry {
  line: number;
  entry: DirectoryEntry;
}

/**
 * Compares entries with people: the linked one, else the one with the external number, or with the same name and
 * address or mobile number.
 */
export async function compareEntries(
  tx: Tx,
  batch: readonly NumberedEntry[],
  comparison: Comparison,
): Promise<DirectoryRow[]> {
  const { plan, links } = comparison;
  const rows = batch.map(({ line, entry }) =>
    readRow({ line, cells: [...entry.cells, String(!entry.isDisabled)] }, plan),
  );
  const matches = await matchRows(tx, rows, plan);
  const linked = batch.map(({ entry }) => (entry.id === null ? undefined : links.get(entry.id)));
  const ids = matches.flatMap((match) => (match && 'id' in match ? [match.id] : []));
  const others = await loadLinksOf(tx, ids);
  const people = await loadStoredPeople(tx, [...ids, ...linked.flatMap((link) => link?.personId ?? [])]);
  const unlinked = rows.filter((_row, at) => !linked[at]);
  const namesakes = await findNamesakes(tx, unlinked);
  return batch.flatMap((one, at): DirectoryRow[] => {
    const row = rows[at]!;
    const link = linked[at];
    const sought = { ...one, row, link, match: matches[at]!, other: null as DirectoryLink | null };
    if (!link && sought.match && 'id' in sought.match) sought.other = others.get(sought.match.id) ?? null;
    const isUnknownAndDisabled = one.entry.isDisabled && !link && sought.match === null;
    return isUnknownAndDisabled ? [] : [rowOf(sought, people, namesakes, comparison)];
  });
}

interface Sought extends NumberedEntry {
  row: ReadRow;
  link: DirectoryLink | undefined;
  match: Match;
  /** The link of the matching person to another entry. */
  other: DirectoryLink | null;
}

function rowOf(
  sought: Sought,
  people: ReadonlyMap<number, StoredPerson>,
  namesakes: ReadonlySet<string>,
  comparison: Comparison,
): DirectoryRow {
  const { row, entry, link, other } = sought;
  const { plan } = comparison;
  if (entry.id === null || comparison.ambiguous.has(entry.id))
    row.problems.push(problem(null, 'error_directory_no_id'));
  if (link?.isErased) return untouched(row, link.personId, 'error_directory_erased');
  if (other && other.directoryId !== comparison.directoryId)
    return untouched(row, other.personId, 'error_directory_other');
  const person = personOf(sought, people, comparison);
  refuseTwice(row, person, comparison);
  if (!person && namesakes.has(nameKey(row))) {
    row.remarks.push({ ...problem(null, 'error_upload_namesake'), value: row.name });
  }
  const before = link ?? (other && person?.id === other.personId ? other : null);
  row.groups.push(...entry.groups.map((id): NamedGroup => ({ id, path: plan.groups.paths.get(id) ?? '' })));
  const checked = checkRow(row, person, plan);
  if (checked.outcome === 'failed' || entry.id === null) return { ...checked, entry: null };
  return withLink(checked, { row, entry, person, before, comparison });
}

/** Null for a new person. */
function personOf(
  { row, link, match, other }: Sought,
  people: ReadonlyMap<number, StoredPerson>,
  { present }: Comparison,
): StoredPerson | null {
  if (link) return people.get(link.personId) ?? null;
  if (!match) return null;
  if ('fault' in match) {
    // two entries with one address are two people
    if (match.fault !== 'error_upload_other_person') row.problems.push(problem(null, match.fault));
    return null;
  }
  const person = people.get(match.id) ?? null;
  if (!person) return null;
  const hasNumber = row.keys.externalId !== null && row.keys.externalId === person.fields['externalId'];
  const hasName = (['firstName', 'lastName'] as const).every(
    (name) => fold(row.fields[name] ?? '') === fold(String(person.fields[name] ?? '')),
  );
  if (!hasNumber && !hasName) return null;
  if (other && present.has(other.entryId)) {
    if (hasNumber) row.problems.push(problemAtNumber(row));
    return null;
  }
  return person;
}

const problemAtNumber = ({ keys }: ReadRow) => ({
  ...problem(null, 'error_upload_duplicate' as const),
  target: 'externalId',
  value: keys.externalId,
});

function refuseTwice(row: ReadRow, person: StoredPerson | null, { seen, plan }: Comparison): void {
  const number = row.keys.externalId;
  const earlier = (person ? seen.people.get(person.id) : undefined) ?? (number ? seen.numbers.get(number) : undefined);
  if (earlier !== undefined) {
    row.problems.push({ ...problemAt(plan, 'externalId', 'error_upload_duplicate', number), line: earlier });
    return;
  }
  if (person) seen.people.set(person.id, row.line);
  // a refused row takes no number away
  if (number && !row.problems.length) seen.numbers.set(number, row.line);
}

/** A row without changes, with the reason. */
const untouched = (
  row: ReadRow,
  personId: number,
  key: 'error_directory_erased' | 'error_directory_other',
): DirectoryRow => ({
  line: row.line,
  outcome: 'unchanged',
  name: key === 'error_directory_erased' ? '' : row.name,
  personId,
  personVersion: null,
  problems: [],
  remarks: [problem(null, key)],
  changes: {},
  entry: null,
});

interface Linking {
  row: ReadRow;
  entry: DirectoryEntry;
  person: StoredPerson | null;
  before: DirectoryLink | null;
  comparison: Comparison;
}

/** Keeps values and groups that people changed since the last run, and notes the directory's. */
function withLink(checked: CheckedRow, { row, entry, person, before, comparison }: Linking): DirectoryRow {
  const { plan } = comparison;
  const known: Given = before?.given ?? { values: {}, groups: [] };
  const changes: RowChanges = { ...checked.changes };
  const remarks = [...checked.remarks];
  const values: Record<string, DirectoryValue> = {};
  for (const target of givenTargets(row, plan)) {
    const change = changes[target];
    const isChange = change !== undefined && 'before' in change;
    values[target] = isChange
      ? change.after
      : person
        ? storedValue(person, target, plan)
        : (row.fields[target as 'isActive'] ?? null);
    if (!isChange || !person || !(target in known.values)) continue;
    if (known.values[target] === change.before) continue;
    delete changes[target];
    remarks.push(problemAt(plan, target, 'error_directory_by_hand', String(change.before ?? '')));
  }
  const groups = person
    ? groupChanges(entry.groups, person, known, comparison.ruleGroups)
    : { joined: entry.groups, left: [], byHand: [], kept: [] };
  delete changes['groups'];
  const named = (ids: readonly number[]) => ids.map((id) => ({ id, path: plan.groups.paths.get(id) ?? '' }));
  if (groups.joined.length) changes['groups'] = { after: named(groups.joined) };
  if (groups.left.length) changes['leftGroups'] = { after: named(groups.left) };
  for (const { path } of named(groups.byHand)) {
    remarks.push({ ...problem(null, 'error_directory_by_hand'), target: 'groups', value: path });
  }
  const isChanged = Object.keys(changes).length > 0;
  return {
    ...checked,
    changes,
    remarks,
    outcome: checked.outcome === 'created' ? 'created' : isChanged ? 'updated' : 'unchanged',
    entry: {
      id: entry.id!,
      given: { values, groups: [...groups.kept, ...groups.joined] },
      before: before && { id: before.entryId, given: before.given },
    },
  };
}

/** The targets that an entry has a value for. */
function givenTargets(row: ReadRow, plan: ReadingPlan): string[] {
  const ids = new Set(row.data.map(({ keyField }) => keyField));
  return [
    ...Object.keys(row.fields),
    ...(row.keys.externalId ? ['externalId'] : []),
    ...[...plan.types.values()].filter(({ id }) => ids.has(id)).map(({ identifier }) => identifier),
  ];
}

function storedValue(person: StoredPerson, target: string, plan: ReadingPlan): DirectoryValue {
  const type = plan.types.get(target);
  const value = type && person.values.get(type.id);
  return type ? (value?.valueStr ?? value?.valueInt ?? null) : (person.fields[target] ?? null);
}
