import { sql } from 'kysely';
import type { Faults, Saving } from '#server/administration/saving.ts';
import { readChoices } from '#shared/person-data.ts';

/** Requires options; stored values must stay valid. */
export async function checkPersonDataType(
  { tx, before }: Saving,
  columns: Record<string, unknown>,
  faults: Faults,
): Promise<void> {
  const fieldType = columns['fieldType'] ?? before?.['fieldType'];
  const options = typeof columns['options'] === 'string' ? JSON.parse(columns['options']) : columns['options'];
  const choices = readChoices(options === undefined ? before?.['options'] : options) ?? [];
  if (fieldType === 'select' && !choices.length) faults['options'] ??= 'error_invalid_options';
  if (!before) return;
  const widened = before['fieldType'] === 'text' && ['textarea', 'address'].includes(String(fieldType));
  const used = sql`select 1 from person_data where key_field_id = ${before.id}`;
  if (fieldType !== before['fieldType'] && !widened && (await exists(tx, used))) faults['fieldType'] ??= 'error_in_use';
  if (fieldType !== 'select' || options === undefined) return;
  const values = choices.map(({ value }) => value);
  if (await exists(tx, sql`${used} and value_int <> all(${values}::int[])`)) faults['options'] ??= 'error_in_use';
}

async function exists(tx: Saving['tx'], query: ReturnType<typeof sql>): Promise<boolean> {
  const { rows } = await sql`${query} limit 1`.execute(tx);
  return rows.length > 0;
}
