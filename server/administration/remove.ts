import { sql } from 'kysely';
import { filled } from '#server/api/audit/audit.ts';
import { idOf } from '#server/api/graphql/ids.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { canBeReferred, usageOf } from '#server/platform/database/usage.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { Entity } from '#shared/administration/entity.ts';
import { isBaseRow, isNeededRow } from './base-rows.ts';
import { hooks } from './hooks.ts';
import { collectionOf, type EntityRow, entityTableOf } from './refs.ts';
import { lockRow, record, updateWithin } from './save.ts';
import type { Deletion, Saving } from './saving.ts';
import { auditValuesOf, labelOf } from './snapshot.ts';
import { changeRow } from './write-row.ts';

/** Returns the effects of deleting a row. */
export async function deletionOf(db: Db | Tx, entity: Entity, row: EntityRow): Promise<Deletion> {
  const usage = await usageOf(db, collectionOf(entity.name), row.id);
  const own = hooks[entity.name]?.outcome?.(row, usage);
  if (own) return { outcome: own, usage };
  if (isBaseRow(entity.name, row)) return { outcome: 'keep', usage };
  if (row['isActive'] === true && (await canBeReferred(db, collectionOf(entity.name))))
    return { outcome: 'switchOff', usage };
  return { outcome: usage.length ? 'refuse' : 'remove', usage };
}

/** Deletes a row, or switches it off if history may reference it. Returns its last state. */
export async function deleteRow(ctx: SignedIn, entity: Entity, id: number): Promise<EntityRow> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await lockRow(tx, entity, id);
    const { outcome, usage } = await deletionOf(tx, entity, row);
    if (outcome === 'keep') throw new Refusal('error_base_row');
    if (outcome === 'refuse') throw new Refusal('error_in_use', undefined, { usage });
    if (outcome === 'switchOff') {
      const after = await switchOff({ ctx, tx, entity, before: row, input: {} });
      await record({ ctx, tx, entity }, row, 'switch_off', { before: { isActive: true }, after: { isActive: false } });
      return after;
    }
    const before = filled(await auditValuesOf({ tx, entity }, row));
    await sql`delete from ${sql.table(entityTableOf(entity.name))} where id = ${id}`.execute(tx);
    await record({ ctx, tx, entity }, row, 'remove', { before, after: null });
    return row;
  });
}

async function switchOff(saving: Saving & { before: EntityRow }): Promise<EntityRow> {
  const { tx, entity, before } = saving;
  const row = await changeRow(tx, entity.name, before.id, { isActive: false });
  return (await hooks[entity.name]?.written?.(saving, row)) ?? row;
}

/** Switches rows on or off, all or none. */
export async function setActive(ctx: SignedIn, entity: Entity, ids: readonly number[], isActive: boolean) {
  const own = hooks[entity.name]?.setActive;
  if (own) return own(ctx, ids, isActive);
  if (!entity.fields['isActive']) throw new Refusal('error_invalid_input', { type: 'error_invalid_input' });
  await inTransaction(ctx.db, async (tx) => {
    // in a fixed order, against deadlocks
    const { rows } = await sql<EntityRow>`
      select * from ${sql.table(entityTableOf(entity.name))} where id = any(${ids}) order by id for update`.execute(tx);
    const needed = isActive ? [] : rows.filter((row) => row['isActive'] && isNeededRow(entity.name, row));
    if (needed.length)
      throw new Refusal('error_base_row', undefined, { rows: needed.map((row) => named(entity, row)) });
    for (const id of ids) await updateWithin(ctx, tx, entity, id, { isActive });
  });
}

const named = ({ name }: Entity, row: EntityRow) => ({ id: idOf(collectionOf(name), row.id), name: labelOf(row) });
