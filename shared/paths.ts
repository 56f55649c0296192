import { type ByLanguage, textIn } from './label.ts';
import { defaultLanguage, type Language } from './languages.ts';

const onDuty: ByLanguage<string> = { de: 'im Dienst', en: 'on duty' };

const mark = (language: Language): string => ` (${textIn(onDuty, language)})`;

/** A group in a path that brings somebody in, where it brings in only who is on duty; as it is stored. */
export const onDutyPath = (group: string): string => group + mark(defaultLanguage);

/** A path by which somebody came in, as its reader understands it. */
export const pathIn = (path: string, language: Language): string =>
  path.replaceAll(mark(defaultLanguage), mark(language));
