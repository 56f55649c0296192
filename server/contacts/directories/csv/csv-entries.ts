import type { PeopleDirectory } from '#server/contacts/directories/directory.ts';
import type { DirectoryEntry } from '#server/contacts/directories/read-entries.ts';
import type { DirectorySample } from '#server/contacts/directories/read-sample.ts';
import type { PeopleFile } from '#server/contacts/uploads/reading/file-record.ts';
import { withPeopleFile } from '#server/contacts/uploads/reading/in-thread.ts';
import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import { fold } from '#shared/fold.ts';
import { limits } from '#shared/limits.ts';
import type { CsvFile } from './fetch-csv.ts';

const [mostCharacters, longestIdentifier, mostGroups, valueLength] = [1000, 255, 500, 100];

/** Reads a file's rows as entries, in the uploads' thread. */
export function readCsvEntries(directory: PeopleDirectory, file: CsvFile): Promise<DirectoryEntry[]> {
  return withPeopleFile(file, undefined, async (people) => {
    const columns = await columnsOf(directory, people);
    const groups = rulesOf(directory);
    const entries: DirectoryEntry[] = [];
    for await (const { cells, refusal } of people.records) {
      // a row that can't be read might be anybody
      if (refusal) throw new Refusal(refusal);
      entries.push(entryOf(cells, columns, groups));
      if (entries.length > limits.csvRows) throw new Refusal('error_directory_large');
    }
    return entries;
  });
}

interface Columns {
  id: number;
  disabled: number | null;
  groups: number | null;
  mapped: number[];
  headers: string[];
}

async function columnsOf(directory: PeopleDirectory, { records }: PeopleFile): Promise<Columns> {
  const first = await records.next();
  if (first.done) throw new Refusal('error_directory_empty_file');
  const headers = first.value.cells.map((cell) => cell.trim());
  const find = (name: string) => {
    const wanted = fold(name.trim());
    const found = headers.flatMap((header, at) => (fold(header) === wanted ? [at] : []));
    if (found.length !== 1) throw new Refusal('error_directory_column', { attributes: 'error_directory_column' });
    return found[0]!;
  };
  const optional = (name: string | null) => (name === null ? null : find(name));
  return {
    id: find(directory.idAttribute),
    disabled: optional(directory.disabledAttribute),
    groups: optional(directory.groupBaseDn),
    mapped: directory.attributes.map(({ attribute }) => find(attribute)),
    headers,
  };
}

const rulesOf = ({ groupRules }: PeopleDirectory) => Map.groupBy(groupRules, ({ dn }) => fold(dn.trim()));

const enabled = new Set(['', 'false', '0', 'no', 'n', 'off', 'nein', 'falsch']);

function entryOf(cells: readonly string[], columns: Columns, rules: ReturnType<typeof rulesOf>): DirectoryEntry {
  const cell = (at: number | null) => (at === null ? '' : (cells[at] ?? '').trim());
  const id = cell(columns.id);
  const isIdentifier = id !== '' && id.length <= longestIdentifier && !/\p{Cc}/u.test(id);
  const names = cell(columns.groups).split(/[;,|\n]/);
  const groups = names.flatMap((name) => rules.get(fold(name.trim())) ?? []).map(({ group }) => group);
  return {
    id: isIdentifier ? id : null,
    cells: columns.mapped.map((at) => cut(cell(at), mostCharacters)),
    isDisabled: !enabled.has(cell(columns.disabled).toLowerCase()),
    groups: [...new Set(groups)],
  };
}

/** Returns the first row and group names, for the mapping. */
export function readCsvSample(directory: PeopleDirectory, file: CsvFile): Promise<DirectorySample> {
  return withPeopleFile(file, undefined, async ({ records }) => {
    const header = await records.next();
    if (header.done) throw new Refusal('error_directory_empty_file');
    const headers = header.value.cells.map((cell) => cell.trim());
    const at = (name: string | null) => (name === null ? -1 : headers.findIndex((one) => fold(one) === fold(name)));
    const [id, disabled, groupColumn] = [directory.idAttribute, directory.disabledAttribute, directory.groupBaseDn].map(
      at,
    );
    const groups = new Set<string>();
    let sample: string[] | null = null;
    for await (const { cells } of records) {
      sample ??= cells;
      if (groupColumn! < 0 || groups.size >= mostGroups) break;
      for (const name of (cells[groupColumn!] ?? '').split(/[;,|\n]/)) if (name.trim()) groups.add(name.trim());
    }
    if (!sample) throw new Refusal('error_directory_empty_file');
    const [first, mark] = [sample, disabled! < 0 ? '' : (sample[disabled!] ?? '')];
    return {
      dn: first.slice(0, 3).join(' '),
      identifier: id! < 0 ? null : first[id!]?.trim() || null,
      isDisabled: !enabled.has(mark.trim().toLowerCase()),
      attributes: headers.map((name, n) => ({ name, values: first[n] ? [cut(first[n], valueLength)] : [] })),
      groups: [...groups].slice(0, mostGroups).map((name) => ({ dn: name, name })),
    };
  });
}
