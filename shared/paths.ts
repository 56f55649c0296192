import { type ByLanguage, textIn } from './label.ts';
import { defaultLanguage, type Language } from './languages.ts';

const onDuty: ByLanguage<string> = { de: 'im Dienst', en: 'on duty' };

const mark = (language: Language): string => ` (${textIn(onDuty, language)})`;

/** Returns the path of a group that adds only its on-duty people. */
export const onDutyPath = (group: string): string => group + mark(defaultLanguage);

export const pathIn = (path: string, language: Language): string =>
  path.replaceAll(mark(defaultLanguage), mark(language));
