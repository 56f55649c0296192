import { writtenIn } from '#shared/label.ts';
import type { Field } from './entity.ts';

/** The field and column of the English text of a field, e.g. nameEn. */
export const englishOf = (name: string): string => `${name}En`;

/** The field of the API with the German text of a translated field, which itself is read in the reader's language. */
export const germanOf = (name: string): string => `${name}De`;

/** The fields with, behind each that is translated, one for its English text: it may be empty, then the German one holds. */
export function withTranslations(fields: Readonly<Record<string, Field>>): Readonly<Record<string, Field>> {
  const entries = Object.entries(fields).flatMap(([name, field]): [string, Field][] =>
    field.translated
      ? [
          [name, field],
          [englishOf(name), inEnglish(name, field)],
        ]
      : [[name, field]],
  );
  return Object.fromEntries(entries);
}

function inEnglish(translates: string, field: Field): Field {
  const { required: _required, default: _default, list: _list, translated: _translated, ...rest } = field;
  return {
    ...(rest as Field),
    translates,
    label: { de: `${field.label.de} (Englisch)`, en: `${field.label.en} (English)` },
    hint: { de: 'Ohne Angabe gilt der deutsche Text.', en: 'The German text when left empty.' },
    about: `${field.about} In English. If empty, the German text applies.`,
  };
}

/** What a row says in a field for a reader of a language: the German text where there is none in theirs. */
export function readIn(row: object, name: string, language: string | null | undefined): string {
  const texts = row as Readonly<Record<string, string | null | undefined>>;
  return writtenIn({ de: texts[name], en: texts[englishOf(name)] }, language);
}
