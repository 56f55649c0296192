import { sql } from 'kysely';
import type { Entity } from '#shared/administration/entity.ts';
import { filled } from '../audit/audit.ts';
import type { SignedIn } from '../auth/viewer.ts';
import { Refusal } from '../errors.ts';
import { isBaseRow } from './base-rows.ts';
import { type EntityRow, tableOf } from './refs.ts';
import { lockRow, record, updateWithin } from './save.ts';
import { snapshotOf } from './snapshot.ts';
import { canBeReferred, usageOf } from './usage.ts';

/**
 * Deletes a row: one that history may refer to is switched off; one that is off already, or that nothing can refer to,
 * is removed for good unless something does refer to it. Answers the row as it last stood.
 */
export async function deleteRow(ctx: SignedIn, entity: Entity, id: number): Promise<EntityRow> {
  return ctx.db.transaction().execute(async (tx) => {
    const row = await lockRow(tx, entity, id);
    if (isBaseRow(entity.name, row)) throw new Refusal('error_base_row');
    if (row['isActive'] === true && (await canBeReferred(tx, entity.name))) {
      const after = await switchOff(tx, entity, id);
      await record({ ctx, tx, entity }, row, 'switch_off', { before: { isActive: true }, after: { isActive: false } });
      return after;
    }
    const usage = await usageOf(tx, entity.name, id);
    if (usage.length) throw new Refusal('error_in_use', undefined, { usage });
    const before = filled(await snapshotOf({ tx, entity }, row));
    await sql`delete from ${sql.table(tableOf(entity.name))} where id = ${id}`.execute(tx);
    await record({ ctx, tx, entity }, row, 'remove', { before, after: null });
    return row;
  });
}

async function switchOff(tx: Parameters<typeof lockRow>[0], entity: Entity, id: number): Promise<EntityRow> {
  const { rows } = await sql<EntityRow>`
    update ${sql.table(tableOf(entity.name))} set is_active = false where id = ${id} returning *`.execute(tx);
  return rows[0]!;
}

/** Switches rows on or off, all of them or, when one is refused, none. */
export async function setActive(ctx: SignedIn, entity: Entity, ids: readonly number[], isActive: boolean) {
  if (!entity.fields['isActive']) throw new Refusal('error_invalid_input', { type: 'error_invalid_input' });
  await ctx.db.transaction().execute(async (tx) => {
    // held in one order before anything is written, so that two of these cannot wait for each other
    await sql`select from ${sql.table(tableOf(entity.name))} where id = any(${ids}) order by id for update`.execute(tx);
    for (const id of ids) await updateWithin(ctx, tx, entity, id, { isActive });
  });
}
