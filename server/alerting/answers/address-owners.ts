import { type RawBuilder, sql } from 'kysely';

/** SQL: the people with an address in their contact data. */
export const ownersOf = (address: RawBuilder<unknown>, kinds: readonly string[]): RawBuilder<unknown> => sql`(
  select d.person_id from person_data d
  join person_data_types k on k.id = d.key_field_id and k.is_active and k.field_type = any(${kinds})
  where lower(d.value_str) = ${address})`;
