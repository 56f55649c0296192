import { writtenIn } from '#shared/label.ts';
import type { Field } from './entity.ts';

/** Returns the name of a field's English text, such as nameEn. */
export const englishOf = (name: string): string => `${name}En`;

/** Returns the API name of a field's German text. */
export const germanOf = (name: string): string => `${name}De`;

/** Adds an English field after each translated field. If the English text is empty, the German text applies. */
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
    hint: { de: 'Ohne Angabe gilt der deutsche Text.', en: 'If empty, the German text is used.' },
    about: `${field.about} In English. If empty, the German text applies.`,
  };
}

/** Returns a row's field in a language, or in German without a translation. */
export function readIn(row: object, name: string, language: string | null | undefined): string {
  const texts = row as Readonly<Record<string, string | null | undefined>>;
  return writtenIn({ de: texts[name], en: texts[englishOf(name)] }, language);
}
