import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';
import { readSettings } from '#server/settings/settings.ts';
import { emailAddress } from '#shared/email-address.ts';
import { defaultLanguage, knownLanguage } from '#shared/languages.ts';

/** Where and in which language the program writes to a person itself. */
export interface MailAddress {
  email: string;
  language: string;
}

/** The first usable e-mail address of a person with the language to write in, or null without an address. */
export async function mailAddressOf(db: Db | Tx, personId: number): Promise<MailAddress | null> {
  const { rows } = await sql<{ fieldType: string; value: string }>`
    select t.field_type, d.value_str as value from person_data d
    join person_data_types t on t.id = d.key_field_id and t.is_active and t.field_type in ('email', 'language')
    where d.person_id = ${personId} and d.value_str is not null order by t.sort_order, t.id`.execute(db);
  const of = (fieldType: string) => rows.filter((row) => row.fieldType === fieldType).map(({ value }) => value);
  const email = of('email')
    .map(emailAddress)
    .find((address) => address !== null);
  if (!email) return null;
  const spoken = knownLanguage(of('language')[0]);
  if (spoken) return { email: email.target, language: spoken };
  const { default_language: language = defaultLanguage } = await readSettings(db, 'default_language');
  return { email: email.target, language };
}
