import { defaultLanguage } from '#shared/languages.ts';
import type { SourceFile } from './source-files.ts';

/** Texts by key, "namespace:path.of.the.key". */
export type TextsByKey = ReadonlyMap<string, string>;

const plural = /_(?:zero|one|two|few|many|other)$/;

/** Returns missing and extra texts. */
export function textFindings(language: string, source: TextsByKey, texts: TextsByKey): string[] {
  if (texts.size === 0) {
    return [`web/public/locales/${language} is missing: copy the folder of another language and translate it`];
  }
  const wanted = wantedTexts(language, source);
  return [
    ...[...wanted].flatMap(([key, text]) => {
      const other = texts.get(key);
      if (other === undefined) return [`${key} is missing in ${language}`];
      return inserted(text) === inserted(other)
        ? []
        : [`${key} inserts other values in ${language} than in ${defaultLanguage}`];
    }),
    ...[...texts.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is missing in ${defaultLanguage}`),
  ];
}

const inserted = (text: string) => [...new Set(text.match(/\{\{[^}]*\}\}/g))].sort().join(' ');

/** Returns the source's texts by a language's plural forms. */
function wantedTexts(language: string, source: TextsByKey): TextsByKey {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const isPlural = (key: string) =>
    plural.test(key) &&
    !key.endsWith('_zero') &&
    ['one', 'other'].every((form) => source.has(key.replace(plural, `_${form}`)));
  return new Map(
    [...source].flatMap(([key, text]) =>
      isPlural(key)
        ? forms.map((form): [string, string] => [
            key.replace(plural, `_${form}`),
            source.get(key.replace(plural, `_${form}`)) ?? source.get(key.replace(plural, '_other'))!,
          ])
        : [[key, text] as [string, string]],
    ),
  );
}

/** Returns selections by language code instead of `textIn`. */
export function choiceFindings(files: readonly SourceFile[]): string[] {
  const asks = /\blanguage\w*\)?\s*[!=]==?\s*['"][a-z]{2}['"]|\[['"](?:de|en)['"]\]/;
  return files
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) => {
        const found = asks.exec(line)?.[0];
        return found === undefined
          ? []
          : [`${path}:${at + 1} asks for one language (${found}): a record by language and textIn do`];
      }),
    );
}
