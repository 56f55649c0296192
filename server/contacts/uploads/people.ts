import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { StoredValue } from '#shared/person-data.ts';

export type PersonValue = string | number | boolean | null;

/** A stored person to compare with rows. */
export interface StoredPerson {
  id: number;
  version: number;
  name: string;
  /** The fields besides contact data, by target. */
  fields: Readonly<Record<string, PersonValue>>;
  values: ReadonlyMap<number, StoredValue>;
  groupIds: ReadonlySet<number>;
}

interface PersonRow {
  id: number;
  version: number;
  externalId: string | null;
  firstName: string;
  lastName: string;
  title: string | null;
  isActive: boolean;
  isCrisis: boolean;
  groupIds: number[];
}

export async function loadStoredPeople(db: Db | Tx, ids: readonly number[]): Promise<Map<number, StoredPerson>> {
  if (!ids.length) return new Map();
  const people = await sql<PersonRow>`
    select id, version, external_id, first_name, last_name, title, is_active, is_crisis,
      array(select group_id from person_groups where person_id = p.id) as group_ids
    from people p where id = any(${ids})`.execute(db);
  const data = await sql<StoredValue & { personId: number; keyFieldId: number }>`
    select person_id, key_field_id, value_str, value_int from person_data where person_id = any(${ids})`.execute(db);
  const values = Map.groupBy(data.rows, ({ personId }) => personId);
  return new Map(
    people.rows.map(({ id, version, groupIds, ...fields }) => [
      id,
      {
        id,
        version,
        fields,
        groupIds: new Set(groupIds),
        name: [fields.title, fields.firstName, fields.lastName].filter(Boolean).join(' '),
        values: new Map(
          values.get(id)?.map(({ keyFieldId, valueStr, valueInt }) => [keyFieldId, { valueStr, valueInt }]),
        ),
      },
    ]),
  );
}
