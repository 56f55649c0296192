import { loadDataTypes } from '#server/contacts/people/person-data.ts';
import { formatPaths, type GroupPaths, loadGroupPaths } from '#server/contacts/uploads/group-paths.ts';
import { loadStoredPeople, type StoredPerson, type Value } from '#server/contacts/uploads/people.ts';
import { type Target, targetNamed, targetsOf } from '#server/contacts/uploads/targets.ts';
import { type Context, can } from '#server/context.ts';
import { byteOrderMark, csvLine } from '#server/csv.ts';
import { asWords } from '#shared/fields/kinds.ts';
import { writtenIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { dataShape, dataText, storedWords } from '#shared/person-data.ts';

const pageLength = 500;

/**
 * People as CSV, in the form that an upload reads again: what it understands stands in it, and nothing else. Private
 * contact data only for those who edit contacts.
 */
export async function* peopleCsv(ctx: Context, ids: readonly number[]): AsyncGenerator<string> {
  const language = languageOf(ctx.viewer?.language);
  const all = targetsOf(await loadDataTypes(ctx.db));
  const targets = all.filter(({ type }) => !type?.isPrivate || can(ctx, 'edit_contact'));
  const groups = await loadGroupPaths(ctx.db);
  yield byteOrderMark + csvLine(targets.map((target) => headerOf(target, all, language)));
  for (let at = 0; at < ids.length; at += pageLength) {
    const page = ids.slice(at, at + pageLength);
    const people = await loadStoredPeople(ctx.db, page);
    const lines = page
      .flatMap((id) => people.get(id) ?? [])
      .map((person) => {
        return csvLine(targets.map((target) => cellOf(person, target, groups, language)));
      });
    yield lines.join('');
  }
}

/** The name of a target, unless an upload would take it for another. */
function headerOf(target: Target, all: readonly Target[], language: string): string {
  const name = writtenIn({ de: target.name, en: target.nameEn }, language);
  return targetNamed(name, all)?.identifier === target.identifier ? name : target.identifier;
}

function cellOf(person: StoredPerson, { identifier, type }: Target, groups: GroupPaths, language: string): string {
  if (identifier === 'groups') {
    return formatPaths([...person.groupIds].flatMap((id) => groups.paths.get(id) ?? []).toSorted());
  }
  if (!type) return textOf(person.fields[identifier] ?? null, language);
  const value = person.values.get(type.id);
  if (!value) return '';
  const isChosen = ['toggle', 'select'].includes(dataShape(type).kind);
  return isChosen ? storedWords(type, value, language) : dataText(type, value);
}

function textOf(value: Value, language: string): string {
  return typeof value === 'boolean' ? asWords({ kind: 'toggle' }, value, { language }) : String(value ?? '');
}
