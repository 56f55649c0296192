import { sql } from 'kysely';
import type { Field } from '#shared/administration/entity.ts';
import { targetOf } from '#shared/administration/target.ts';
import { columnOf, inOwnRow } from './objects.ts';
import { type EntityRow, entityTableOf } from './refs.ts';
import { relationOf } from './relations.ts';
import type { Saving } from './saving.ts';

/** Returns a row's audited values, with names of references. */
export async function auditValuesOf({ tx, entity }: Pick<Saving, 'tx' | 'entity'>, row: EntityRow) {
  const state: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(entity.fields)) {
    if (inOwnRow(field)) state[name] = await shownValue(tx, field, row[columnOf(name, field)]);
    else if (field.kind === 'references') {
      const ids = await relationOf(entity.name, name).read(tx, row.id);
      state[name] = await Promise.all(ids.map((id) => nameOf(tx, field.to, id)));
    }
  }
  return state;
}

async function shownValue(tx: Saving['tx'], field: Field, value: unknown): Promise<unknown> {
  if (typeof value !== 'number') return value;
  if (field.kind === 'image') return fileNamed(tx, value);
  return field.kind === 'reference' ? nameOf(tx, field.to, value) : value;
}

async function nameOf(tx: Saving['tx'], to: string, id: number): Promise<string> {
  const kept = targetOf(to).isErasable ? sql`null::text` : sql`name`;
  const { rows } = await sql<{ name: string | null }>`
    select ${kept} as name from ${sql.table(entityTableOf(to))} where id = ${id}`.execute(tx);
  return numbered(rows[0]?.name, id);
}

/** Returns a picture's file name for the audit log. */
export async function fileNamed(tx: Saving['tx'], id: number): Promise<string> {
  const file = await tx.selectFrom('files').select('name').where('id', '=', id).executeTakeFirst();
  return numbered(file?.name, id);
}

const numbered = (name: string | null | undefined, id: number): string => `${name ?? ''} (${id})`.trim();

/** Returns a row's name for the audit log. */
export const labelOf = (row: EntityRow): string => String(row['name'] ?? row['title'] ?? row['identifier'] ?? row.id);
