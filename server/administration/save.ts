import { sql } from 'kysely';
import { appendAudit, changedValues, filled } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import type { Entity } from '#shared/administration/entity.ts';
import { isNeededRow } from './base-rows.ts';
import { checkInput } from './check-input.ts';
import { hooks } from './hooks.ts';
import { type EntityRow, entityTableOf } from './refs.ts';
import { relationOf } from './relations.ts';
import type { Saving } from './saving.ts';
import { auditValuesOf, labelOf } from './snapshot.ts';
import { changeRow, insertRow } from './write-row.ts';

type Input = Record<string, unknown>;

/** Creates a row of an entity from an administrator's input. */
export async function createRow(ctx: SignedIn, entity: Entity, input: Input): Promise<EntityRow> {
  return inTransaction(ctx.db, async (tx) => {
    const saving: Saving = { ctx, tx, entity, before: null, input };
    const { columns, related } = await checkInput(saving);
    const row = await writeRest(saving, await insertRow(tx, entity.name, filled(columns)), related);
    const after = {
      ...(await auditValuesOf(saving, row)),
      ...(await hooks[entity.name]?.audited?.(saving, row))?.after,
    };
    await record(saving, row, 'create', { before: null, after: filled(after) });
    return row;
  });
}

/** Changes a row; absent fields stay. */
export const updateRow = (ctx: SignedIn, entity: Entity, id: number, input: Input): Promise<EntityRow> =>
  inTransaction(ctx.db, (tx) => updateWithin(ctx, tx, entity, id, input));

/** Changes a row within the caller's transaction. */
export async function updateWithin(
  ctx: SignedIn,
  tx: Tx,
  entity: Entity,
  id: number,
  input: Input,
): Promise<EntityRow> {
  const before = await lockRow(tx, entity, id);
  const saving: Saving = { ctx, tx, entity, before, input };
  const { columns, related } = await checkInput(saving);
  if (columns['isActive'] === false && before['isActive'] && isNeededRow(entity.name, before)) {
    throw new Refusal('error_base_row', { isActive: 'error_base_row' });
  }
  const was = await auditValuesOf(saving, before);
  const isSame = Object.keys(columns).length === 0;
  const written = isSame ? before : await changeRow(tx, entity.name, id, columns);
  const row = await writeRest(saving, written, related);
  const more = await hooks[entity.name]?.audited?.(saving, row);
  const changes = changedValues({ ...was, ...more?.before }, { ...(await auditValuesOf(saving, row)), ...more?.after });
  if (changes) await record(saving, row, 'update', changes);
  return row;
}

/** Locks and returns the row until the transaction ends. */
export async function lockRow(tx: Tx, entity: Entity, id: number): Promise<EntityRow> {
  const { rows } = await sql<EntityRow>`
    select * from ${sql.table(entityTableOf(entity.name))} where id = ${id} for update`.execute(tx);
  if (!rows[0]) throw new Refusal('error_not_found');
  return rows[0];
}

async function writeRest(saving: Saving, row: EntityRow, related: Record<string, number[]>): Promise<EntityRow> {
  const { entity, tx } = saving;
  for (const [name, ids] of Object.entries(related)) await relationOf(entity.name, name).write(tx, row.id, ids);
  return (await hooks[entity.name]?.written?.(saving, row)) ?? row;
}

export async function record(
  { ctx, tx, entity }: Pick<Saving, 'ctx' | 'tx' | 'entity'>,
  row: EntityRow,
  action: 'create' | 'update' | 'switch_off' | 'remove',
  changes: { before: Input | null; after: Input | null },
): Promise<void> {
  const [by, label] = [ctx.viewer.id, labelOf(row)];
  await appendAudit(tx, { by, action, type: entity.name, rowId: row.id, label, ...changes });
  await publish(tx, { system: true });
}
