import { useTranslation } from 'react-i18next';
import { defaultLanguage, knownLanguage, type Language, languageNames, languageOf } from '#shared/languages.ts';
import type { ReportDetails } from './queries.ts';

/** Returns the languages of a report's text. */
export function useTextLanguages({ language, prepared }: Pick<ReportDetails, 'language' | 'prepared'>) {
  const { t, i18n } = useTranslation('drafts');
  const reader = languageOf(i18n.language);
  const nameOf = (code: string) => languageNames()[languageOf(code)][reader];
  const main: Language = knownLanguage(language) ?? defaultLanguage;
  const all = prepared.length > 1 ? prepared.map((version) => languageOf(version.language)) : [main];
  const names = all.map(nameOf).join(', ');
  return { main, all, nameOf, words: t(all.length > 1 ? 'languages.several' : 'languages.one', { names }) };
}
