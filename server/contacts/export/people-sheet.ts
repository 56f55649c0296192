import { seesPrivateData } from '#server/api/private-data.ts';
import { loadDataTypes } from '#server/contacts/people/person-data.ts';
import { formatPaths, type GroupPaths, loadGroupPaths } from '#server/contacts/uploads/group-paths.ts';
import { targetFinder } from '#server/contacts/uploads/headers/target-finder.ts';
import { type ColumnTarget, columnTargetsOf, targetsOf } from '#server/contacts/uploads/headers/targets.ts';
import { loadStoredPeople, type PersonValue, type StoredPerson } from '#server/contacts/uploads/people.ts';
import type { Context } from '#server/platform/context.ts';
import type { Sheet, SheetColumn } from '#server/platform/sheets/cells.ts';
import { type Cell, type CellRow, dayCell } from '#server/platform/sheets/cells.ts';
import { asWords } from '#shared/fields/kinds.ts';
import { writtenIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { dataShape, dataText, storedWords } from '#shared/person-data.ts';

const pageLength = 500;

/** Returns people as a table for re-upload. Private data only for editors. */
export async function peopleSheet(ctx: Context, name: string, ids: readonly number[]): Promise<Sheet> {
  const language = languageOf(ctx.viewer?.language);
  const types = await loadDataTypes(ctx.db);
  const targets = targetsOf(types).filter(({ type }) => !type?.isPrivate || seesPrivateData(ctx));
  const groups = await loadGroupPaths(ctx.db);
  const rowOf = (person: StoredPerson) => targets.map((target) => cellOf(person, target, groups, language));
  const found = targetFinder(columnTargetsOf(types));
  const columns = targets.map((target) => columnOf(target, headerOf(target, found, language)));
  return { name, language, columns, rows: portions(ctx, ids, rowOf) };
}

async function* portions(
  { db }: Pick<Context, 'db'>,
  ids: readonly number[],
  rowOf: (person: StoredPerson) => CellRow,
): AsyncGenerator<readonly CellRow[]> {
  for (let at = 0; at < ids.length; at += pageLength) {
    const page = ids.slice(at, at + pageLength);
    const people = await loadStoredPeople(db, page);
    yield page.flatMap((id) => people.get(id) ?? []).map(rowOf);
  }
}

function columnOf({ type }: ColumnTarget, title: string): SheetColumn {
  const kind = type && dataShape(type).kind;
  if (kind === 'date') return { title, holds: 'day' };
  return kind === 'number' ? { title, holds: 'number' } : title;
}

/** Returns a target's name, or its identifier if ambiguous. */
function headerOf(target: ColumnTarget, found: ReturnType<typeof targetFinder>, language: string): string {
  const name = writtenIn({ de: target.name, en: target.nameEn }, language);
  return found(name)?.identifier === target.identifier ? name : target.identifier;
}

function cellOf(person: StoredPerson, { identifier, type }: ColumnTarget, groups: GroupPaths, language: string): Cell {
  if (identifier === 'groups') {
    return formatPaths([...person.groupIds].flatMap((id) => groups.paths.get(id) ?? []).toSorted());
  }
  if (!type) return textOf(person.fields[identifier] ?? null, language);
  const value = person.values.get(type.id);
  if (!value) return '';
  const { kind } = dataShape(type);
  if (kind === 'toggle' || kind === 'select') return storedWords(type, value, language);
  const words = dataText(type, value);
  if (kind === 'date') return dayCell(words, words);
  return kind === 'number' && value.valueInt !== null ? { words, value: value.valueInt, holds: 'number' } : words;
}

function textOf(value: PersonValue, language: string): string {
  return typeof value === 'boolean' ? asWords({ kind: 'toggle' }, value, { language }) : String(value ?? '');
}
