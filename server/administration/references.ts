import { sql } from 'kysely';
import { numberOf } from '#server/api/graphql/ids.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { entities } from '#shared/administration/entities.ts';
import { targetOf } from '#shared/administration/target.ts';
import type { Checked } from '#shared/fields/kind.ts';
import { columnOf } from './objects.ts';
import { collectionOf, entityTableOf } from './refs.ts';

/** Returns an ID's number, or the field's error. */
export function readId(collection: Parameters<typeof numberOf>[0], given: unknown): { id: number | null } | Checked {
  if (given === null || given === undefined || given === '') return { id: null };
  try {
    return { id: numberOf(collection, String(given)) };
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.key };
    throw error;
  }
}

/** Requires existing references, active unless already chosen. */
export async function checkReferences(
  tx: Tx,
  to: string,
  ids: readonly number[],
  before: readonly number[],
): Promise<Checked> {
  const table = sql.table(entityTableOf(to));
  const active = targetOf(to).hasActivity ? sql`is_active` : sql`true`;
  const { rows } = await sql<{ id: number; isActive: boolean }>`
    select id, ${active} as is_active from ${table} where id = any(${ids})`.execute(tx);
  if (rows.length < new Set(ids).size) return { fault: 'error_not_found' };
  const chosenAnew = rows.filter(({ id }) => !before.includes(id));
  if (chosenAnew.some(({ isActive }) => !isActive)) return { fault: 'error_inactive' };
  return { value: ids };
}

/** Requires a picture uploaded by the viewer or in public use, because addresses are confidential. */
export async function checkImage(ctx: SignedIn, tx: Tx, id: number): Promise<Checked> {
  const shown = entities.flatMap(({ name, read, fields }) =>
    Object.entries(fields).flatMap(([field, { kind }]) =>
      kind === 'image' && read === 'signedIn'
        ? [sql`select ${sql.ref(columnOf(field, fields[field]!))} from ${sql.table(collectionOf(name))}`]
        : [],
    ),
  );
  shown.push(sql`select file_id from system_settings`);
  const { rows } = await sql`
    select 1 from files where id = ${id} and mime_type like 'image/%'
    and (inserted_by = ${ctx.viewer.id} or id in (${sql.join(shown, sql` union all `)}))`.execute(tx);
  return rows.length ? { value: id } : { fault: 'error_not_found' };
}
