import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { isUnderWay } from './absent.ts';
import { inSlices } from './slices.ts';

/** Filled fields in the order of types, and devices by kind. */
export interface PersonEntry {
  isActive: boolean;
  isCrisis: boolean;
  optedOut: boolean;
  /** Channel types over which the person declines information. */
  optedOutOf: string[];
  /** Currently absent. */
  isAbsent: boolean;
  fields: {
    fieldType: string;
    value: string;
    isPrivate: boolean;
    /** Normalized, if it isn't the value: several devices are one address. */
    norm?: string | null;
  }[];
}

/** A person's id and data. */
export type Loaded = readonly [id: number, person: PersonEntry];

/** Loads people in slices, one ahead, with the given fields. */
export async function* loadPeople(
  db: Db | Tx,
  ids: Iterable<number>,
  fieldTypes: readonly string[],
): AsyncGenerator<Loaded[]> {
  let reading: Promise<Loaded[]> | undefined;
  for await (const some of inSlices(ids)) {
    const people = await reading;
    reading = readPeople(db, some, fieldTypes);
    reading.catch(() => {}); // awaited with the next slice, unless the caller stopped
    if (people) yield people;
  }
  if (reading) yield await reading;
}

/** One place per field; a person without fields takes one. */
interface PeopleColumns {
  ids: number[];
  /** Bits: active, crisis team, opted out, absent, private field. */
  states: number[];
  optedOutOf: (string[] | null)[];
  /** The index of the field's type, from 1. */
  types: (number | null)[];
  values: (string | null)[];
  norms: (string | null)[];
}

// an object per row costs more than all other work
async function readPeople(db: Db | Tx, ids: readonly number[], fieldTypes: readonly string[]): Promise<Loaded[]> {
  const { rows } = await sql<PeopleColumns>`
    select json_agg(id) as ids, json_agg(state) as states, json_agg(opted_out_of) as opted_out_of, json_agg(type) as types,
      json_agg(value) as "values", json_agg(norm) as norms
    from (
      select p.id, p.is_active::int + p.is_crisis::int * 2 + p.opted_out::int * 4 + coalesce(f.is_private, false)::int * 8
          + (p.id in (select person_id from absences a where a.person_id = any(${ids}) and ${isUnderWay}))::int * 16 as state,
        o.opted_out_of,
        array_position(${fieldTypes}::text[], f.field_type) as type, f.value, f.norm
      from people p left join (
        select d.person_id, t.field_type, d.value_str as value, t.is_private, null as norm, t.sort_order, t.id
        from person_data d join person_data_types t on t.id = d.key_field_id
        where d.person_id = any(${ids}) and t.field_type = any(${fieldTypes}) and t.is_active
          and d.value_str is not null and d.value_str ~ '\\S'
        union all
        select person_id, kind, string_agg(name, ' + ' order by id), false, kind || ':' || person_id, 0, 0 from devices
        where person_id = any(${ids}) and kind = any(${fieldTypes}) and ended_at is null group by person_id, kind) f
        on f.person_id = p.id
      left join (
        select o.person_id, array_agg(t.identifier) as opted_out_of from opt_outs o
        join channel_types t on t.id = o.channel_type_id where o.person_id = any(${ids}) group by o.person_id) o
        on o.person_id = p.id
      where p.id = any(${ids}) order by p.id, f.sort_order, f.id) x`.execute(db);
  const { ids: found, states, optedOutOf, types, values, norms } = rows[0]!;
  const people: Loaded[] = [];
  for (const [at, id] of (found ?? []).entries()) {
    const state = states[at]!;
    if (people.at(-1)?.[0] !== id) people.push([id, personOf(state, optedOutOf[at] ?? [])]);
    const type = types[at];
    if (type == null) continue;
    const field = {
      fieldType: fieldTypes[type - 1]!,
      value: values[at]!,
      isPrivate: (state & 8) > 0,
      norm: norms[at]!,
    };
    people.at(-1)![1].fields.push(field);
  }
  return people;
}

const personOf = (state: number, optedOutOf: string[]): PersonEntry => ({
  isActive: (state & 1) > 0,
  isCrisis: (state & 2) > 0,
  optedOut: (state & 4) > 0,
  optedOutOf,
  isAbsent: (state & 16) > 0,
  fields: [],
});
