import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { DB } from '#server/platform/database/types.gen.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Returns a trimmed text; refuses an empty one and one longer than `maximum` characters. */
export function requiredText(field: string, text: string | null | undefined, maximum: number): string {
  const trimmed = text?.trim() ?? '';
  if (!trimmed) throw new Refusal('error_required', { [field]: 'error_required' });
  return limitedText(field, trimmed, maximum);
}

/** Returns a text unchanged; refuses one beyond its limit. */
export function limitedText(field: string, text: string, maximum: number): string {
  if (text.length > maximum) throw new Refusal('error_too_long', { [field]: 'error_too_long' });
  return text;
}

export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

type Switchable = { [T in keyof DB]: DB[T] extends { id: unknown; isActive: unknown } ? T : never }[keyof DB];

/** Refuses unknown or inactive ids of a table. */
export async function requireActive(db: Db | Tx, table: Switchable, field: string, ids: readonly number[]) {
  if (!ids.length) return;
  const { rows } = await sql<{ isActive: boolean }>`
    select is_active from ${sql.table(table)} where id = any(${ids})`.execute(db);
  if (rows.length < new Set(ids).size) throw new Refusal('error_not_found', { [field]: 'error_not_found' });
  if (rows.some((row) => !row.isActive)) throw new Refusal('error_inactive', { [field]: 'error_inactive' });
}
