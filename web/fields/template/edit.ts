import { writtenIn } from '#shared/label.ts';
import type { SituationReportTemplate, TemplateField, TemplateSection } from '#shared/situation-report-template.ts';
import { moveTo } from '#web/ui/sortable/order.ts';

type Keyed = { key: string };

/** Returns the list with the entry of the same key replaced. */
export const replaced = <Entry extends Keyed>(list: readonly Entry[], entry: Entry): Entry[] =>
  list.map((other) => (other.key === entry.key ? entry : other));

/** Returns the list without an entry. */
export const without = <Entry extends Keyed>(list: readonly Entry[], key: string): Entry[] =>
  list.filter((other) => other.key !== key);

/** Returns the list with an entry moved. */
export function moved<Entry extends Keyed>(list: readonly Entry[], key: string, place: number): Entry[] {
  const byKey = new Map(list.map((entry) => [entry.key, entry]));
  return moveTo([...byKey.keys()], key, place).map((one) => byKey.get(one)!);
}

/** Returns an unused key. It is random, so that it never equals the key of a removed field, by which reports find their data. */
export function freshKey({ sections }: SituationReportTemplate, prefix: 'section' | 'field'): string {
  const taken = new Set(sections.flatMap(({ key, fields }) => [key, ...fields.map((field) => field.key)]));
  for (;;) {
    const key = `${prefix}_${Math.random().toString(36).slice(2, 10)}`;
    if (!taken.has(key)) return key;
  }
}

/** An empty template. */
export const emptyTemplate: SituationReportTemplate = { version: 1, sections: [] };

/** Converts a field to another kind, without options specific to the old one. */
export function ofKind(field: TemplateField, kind: TemplateField['kind']): TemplateField {
  const { options: _options, optionsEn: _optionsEn, columns: _columns, columnsEn: _columnsEn, ...rest } = field;
  const { source: _source, ...kept } = rest;
  if (kind === 'choice') return { ...kept, kind, options: field.options ?? [] };
  if (kind === 'table') return { ...kept, kind, columns: field.columns ?? [] };
  if (kind === 'facts') return { ...kept, kind, source: field.source ?? 'event' };
  return { ...kept, kind };
}

/** Returns the missing parts of a field. */
export const missingIn = ({ label, kind, options, optionsEn, columns, columnsEn }: TemplateField) => ({
  label: !label.trim(),
  entries: (kind === 'choice' && !options?.length) || (kind === 'table' && !columns?.length),
  english: (kind === 'choice' && isPartial(optionsEn, options)) || (kind === 'table' && isPartial(columnsEn, columns)),
});

const isPartial = (english: readonly string[] = [], german: readonly string[] = []) =>
  english.length > 0 && english.length !== german.length;

/** Returns whether a section or its fields miss anything. */
export const isIncomplete = ({ title, fields }: TemplateSection): boolean =>
  !title.trim() || !fields.length || fields.some((field) => Object.values(missingIn(field)).some(Boolean));

/** Returns a section's or field's name in a language. */
export const wordsOf = (german: string, english: string | undefined, language: string): string =>
  writtenIn({ de: german, en: english }, language);
