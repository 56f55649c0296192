import { sql } from 'kysely';
import { languageOfPerson } from '#server/channels/rendering/person-language.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { emailAddress } from '#shared/email-address.ts';

/** A person's mail address and language. */
export interface MailAddress {
  email: string;
  language: string;
}

/** Returns a person's first usable e-mail address with the language, or null. */
export async function mailAddressOf(db: Db | Tx, personId: number): Promise<MailAddress | null> {
  const { rows } = await sql<{ value: string }>`
    select d.value_str as value from person_data d
    join person_data_types t on t.id = d.key_field_id and t.is_active and t.field_type = 'email'
    where d.person_id = ${personId} and d.value_str is not null order by t.sort_order, t.id`.execute(db);
  const email = rows.map(({ value }) => emailAddress(value)).find((address) => address !== null);
  return email ? { email: email.target, language: await languageOfPerson(db, personId) } : null;
}
