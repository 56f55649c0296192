import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { GivenValue, StoredValue } from '#shared/person-data.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { checkValue } from './check-value.ts';

/** An empty entry removes the stored one. */
export interface GivenData extends GivenValue {
  keyField: number;
}

export interface DataType {
  id: number;
  identifier: string;
  name: string;
  nameEn: string | null;
  fieldType: string;
  options: unknown;
  isRequired: boolean;
  isPrivate: boolean;
  isActive: boolean;
}

/** Values to write, and errors by field. */
export interface CheckedData {
  entries: { type: DataType; value: StoredValue | null }[];
  faults: Record<string, RefusalKey>;
}

/** Returns all person data types, in order. */
export async function loadDataTypes(db: Db | Tx): Promise<DataType[]> {
  const { rows } = await sql<DataType>`
    select id, identifier, name, name_en, field_type, options, is_required, is_private, is_active
    from person_data_types order by sort_order, id`.execute(db);
  return rows;
}

/** Returns the stored values of a person by type. */
export async function loadValues(db: Db | Tx, personId: number): Promise<Map<number, StoredValue>> {
  const { rows } = await sql<StoredValue & { keyFieldId: number }>`
    select key_field_id, value_str, value_int from person_data where person_id = ${personId}`.execute(db);
  return new Map(rows.map(({ keyFieldId, ...value }) => [keyFieldId, value]));
}

/**
 * Validates entries by type, and that required ones are filled. Absent ones stay; unchanged ones aren't validated
 * again.
 */
export async function checkPersonData(
  db: Db | Tx,
  given: readonly GivenData[],
  stored: ReadonlyMap<number, StoredValue>,
): Promise<CheckedData> {
  return checkEntries(await loadDataRules(db), given, stored);
}

/** The rules for entries. */
export interface DataRules {
  types: readonly DataType[];
  /** The country of phone numbers without a country code. */
  country: string;
}

/** Loads the current rules. */
export async function loadDataRules(db: Db | Tx): Promise<DataRules> {
  const types = await loadDataTypes(db);
  const { default_country: country = 'DE' } = await readSettings(db, 'default_country');
  return { types, country };
}

/** Runs `checkPersonData` with loaded rules. */
export function checkEntries(
  { types, country }: DataRules,
  given: readonly GivenData[],
  stored: ReadonlyMap<number, StoredValue>,
): CheckedData {
  const checked: CheckedData = { entries: [], faults: {} };
  const after = new Map<number, StoredValue | null>(stored);
  for (const entry of given) {
    const type = types.find(({ id }) => id === entry.keyField);
    const field = `personData.${type?.identifier ?? entry.keyField}`;
    const isTwice = given.some((other) => other !== entry && other.keyField === entry.keyField);
    const fault = type ? (isTwice ? 'error_invalid_input' : null) : 'error_not_found';
    if (!type || fault) {
      checked.faults[field] = fault ?? 'error_not_found';
      continue;
    }
    if (isSame(stored.get(type.id), entry)) continue;
    const result = checkValue(type, entry, country);
    after.set(type.id, 'fault' in result ? { valueStr: '', valueInt: null } : result.value);
    if ('fault' in result) checked.faults[field] = result.fault;
    else if (result.value && !type.isActive) checked.faults[field] = 'error_inactive';
    else if (!isSame(stored.get(type.id), result.value ?? {})) checked.entries.push({ type, value: result.value });
  }
  for (const type of types) {
    if (type.isActive && type.isRequired && !after.get(type.id)) {
      checked.faults[`personData.${type.identifier}`] = 'error_required';
    }
  }
  return checked;
}

const isSame = (stored: StoredValue | undefined, given: GivenValue): boolean =>
  (stored?.valueStr ?? '') === (given.valueStr ?? '') && (stored?.valueInt ?? null) === (given.valueInt ?? null);

/** Writes validated entries; removes empty ones. */
export async function writeData(tx: Tx, personId: number, entries: CheckedData['entries']): Promise<void> {
  const removed = entries.filter(({ value }) => value === null).map(({ type }) => type.id);
  if (removed.length) {
    await tx.deleteFrom('personData').where('personId', '=', personId).where('keyFieldId', 'in', removed).execute();
  }
  const rows = entries.flatMap(({ type, value }) => (value ? [{ personId, keyFieldId: type.id, ...value }] : []));
  if (!rows.length) return;
  await tx
    .insertInto('personData')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['personId', 'keyFieldId']).doUpdateSet((eb) => ({
        valueStr: eb.ref('excluded.valueStr'),
        valueInt: eb.ref('excluded.valueInt'),
      })),
    )
    .execute();
}
