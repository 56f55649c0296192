import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { mobilePattern, remarksOnStored } from '#shared/phone-number.ts';

/** A person whose mobile number is a landline or doesn't exist. */
export interface SuspectNumber {
  personId: number;
  name: string;
}

// parsing takes about 20 µs; more can't be repaired at once
const most = 2_000;

/**
 * Finds active people with unusable mobile numbers. The database skips usual numbers by pattern; only the rest is
 * parsed.
 */
export async function findSuspectNumbers(db: Db): Promise<SuspectNumber[]> {
  const { rows } = await sql<SuspectNumber & { value: string }>`
    select d.person_id, coalesce(d.value_str, '') as value, trim(p.first_name || ' ' || p.last_name) as name
    from person_data d join people p on p.id = d.person_id and p.is_active and p.erased_at is null
    where d.key_field_id = any(array(select id from person_data_types where is_active and field_type = 'phone_mobile'))
      and d.value_str <> '' and d.value_str !~ ${mobilePattern}
    order by p.sort_name, p.id, d.id limit ${most}`.execute(db);
  return rows
    .filter(({ value }) => remarksOnStored(value, true).length > 0)
    .map(({ personId, name }) => ({ personId, name }));
}
