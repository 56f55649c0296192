import type { Db, Tx } from '#server/platform/database/connect.ts';
import { type Language, languageOf } from '#shared/languages.ts';
import { readSettings } from './settings.ts';

export async function usualLanguage(db: Db | Tx): Promise<Language> {
  const { default_language: language } = await readSettings(db, 'default_language');
  return languageOf(language);
}
