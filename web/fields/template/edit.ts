import { writtenIn } from '#shared/label.ts';
import type { SituationReportTemplate, TemplateField, TemplateSection } from '#shared/situation-report-template.ts';
import { moveTo } from '#web/ui/sortable/order.ts';

type Keyed = { key: string };

/** The list with one entry put in the place of the one with the same key. */
export const replaced = <Entry extends Keyed>(list: readonly Entry[], entry: Entry): Entry[] =>
  list.map((other) => (other.key === entry.key ? entry : other));

/** The list without an entry. */
export const without = <Entry extends Keyed>(list: readonly Entry[], key: string): Entry[] =>
  list.filter((other) => other.key !== key);

/** The list with an entry at another place. */
export function moved<Entry extends Keyed>(list: readonly Entry[], key: string, place: number): Entry[] {
  const byKey = new Map(list.map((entry) => [entry.key, entry]));
  return moveTo([...byKey.keys()], key, place).map((one) => byKey.get(one)!);
}

/**
 * A key that the template does not have. Random, so that a field that was removed never lends its key to another one:
 * reports find their data by it.
 */
export function freshKey({ sections }: SituationReportTemplate, prefix: 'section' | 'field'): string {
  const taken = new Set(sections.flatMap(({ key, fields }) => [key, ...fields.map((field) => field.key)]));
  for (;;) {
    const key = `${prefix}_${Math.random().toString(36).slice(2, 10)}`;
    if (!taken.has(key)) return key;
  }
}

/** A template with nothing in it. */
export const emptyTemplate: SituationReportTemplate = { version: 1, sections: [] };

/** The field as one of another kind; what only the old kind asks for is left out. */
export function ofKind(field: TemplateField, kind: TemplateField['kind']): TemplateField {
  const { options: _options, optionsEn: _optionsEn, columns: _columns, columnsEn: _columnsEn, ...rest } = field;
  const { source: _source, ...kept } = rest;
  if (kind === 'choice') return { ...kept, kind, options: field.options ?? [] };
  if (kind === 'table') return { ...kept, kind, columns: field.columns ?? [] };
  if (kind === 'facts') return { ...kept, kind, source: field.source ?? 'event' };
  return { ...kept, kind };
}

/** What is missing in a field before it can be saved. */
export const missingIn = ({ label, kind, options, optionsEn, columns, columnsEn }: TemplateField) => ({
  label: !label.trim(),
  entries: (kind === 'choice' && !options?.length) || (kind === 'table' && !columns?.length),
  english: (kind === 'choice' && isPartial(optionsEn, options)) || (kind === 'table' && isPartial(columnsEn, columns)),
});

const isPartial = (english: readonly string[] = [], german: readonly string[] = []) =>
  english.length > 0 && english.length !== german.length;

/** Whether anything is missing in a section or its fields. */
export const isIncomplete = ({ title, fields }: TemplateSection): boolean =>
  !title.trim() || !fields.length || fields.some((field) => Object.values(missingIn(field)).some(Boolean));

/** What a section or field is called in a language of the interface. */
export const wordsOf = (german: string, english: string | undefined, language: string): string =>
  writtenIn({ de: german, en: english }, language);
