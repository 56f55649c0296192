import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type EntityRow, entityTableOf } from './refs.ts';

// only descriptions know the columns
type Columns = Record<string, unknown>;

export function insertRow(tx: Tx, entity: string, columns: Columns): Promise<EntityRow> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(columns));
  return write(
    tx,
    sql<EntityRow>`insert into ${sql.table(entityTableOf(entity))} (${names}) values (${values}) returning *`,
  );
}

/** Changes columns of an entity's row; returns the row. */
export function changeRow(tx: Tx, entity: string, id: number, columns: Columns): Promise<EntityRow> {
  const changes = sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`));
  return write(
    tx,
    sql<EntityRow>`update ${sql.table(entityTableOf(entity))} set ${changes} where id = ${id} returning *`,
  );
}

/** The only unique input is the identifier. */
async function write(tx: Tx, statement: RawBuilder<EntityRow>): Promise<EntityRow> {
  try {
    const { rows } = await statement.execute(tx);
    return rows[0]!;
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error;
    throw new Refusal('error_identifier_taken', { identifier: 'error_identifier_taken' });
  }
}
