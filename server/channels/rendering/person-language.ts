import type { Db, Tx } from '#server/platform/database/connect.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { knownLanguage, type Language } from '#shared/languages.ts';
import { languageField } from './render.ts';

/** Returns a person's supported language, or the organisation's. */
export async function languageOfPerson(db: Db | Tx, personId: number): Promise<Language> {
  const own = await db
    .selectFrom('personData')
    .select('valueStr')
    .where('personId', '=', personId)
    .where('keyFieldId', '=', languageField)
    .executeTakeFirst();
  return knownLanguage(own?.valueStr) ?? usualLanguage(db);
}
