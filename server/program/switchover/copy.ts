import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Client } from '#server/platform/connection/client.ts';
import { switchoverSchema } from '#server/platform/connection/moves.ts';
import type { MovedTable } from './tables.ts';

/** Both ends of a switchover. */
export interface Ends {
  source: Client;
  target: Client;
}

/** Streams rows from one query to one table; returns their number. */
async function stream({ source, target }: Ends, query: string, into: string): Promise<number> {
  const rows = target.query(copyFrom(`copy ${into} from stdin`));
  await pipeline(source.query(copyTo(`copy (${query}) to stdout`)), rows);
  return rows.rowCount;
}

/** Copies a table as of the source's snapshot. */
export const copyTable = (ends: Ends, { name, columns }: MovedTable): Promise<number> =>
  stream(ends, `select ${columns} from only ${name}`, `${name} (${columns})`);

/**
 * Brings the target to the source transaction's state; returns the number of rows. Commit the target first.
 *
 * Removes all changed rows before inserting them: unchanged rows are equal, and the present state fulfills unique
 * constraints in any order. Foreign keys and triggers follow later.
 */
export async function copyChanges(ends: Ends, tables: readonly MovedTable[]): Promise<number> {
  const { source, target } = ends;
  await source.query('create temp table taken (number integer, key text[]) on commit drop');
  await target.query('create temp table keys (key text[]) on commit drop');
  await source.query(`with gone as (delete from ${switchoverSchema}.changes returning number, key)
    insert into pg_temp.taken select distinct number, key from gone`);
  await source.query('analyze pg_temp.taken');
  const { rows } = await source.query<{ number: number; count: number }>(
    'select number, count(*)::int as count from pg_temp.taken group by number',
  );
  for (const { number } of rows) await copyChanged(ends, tables[number]!);
  await source.query('drop table pg_temp.taken');
  await target.query('drop table pg_temp.keys');
  return rows.reduce((sum, { count }) => sum + count, 0);
}

async function copyChanged(ends: Ends, { at, name, columns, key }: MovedTable): Promise<void> {
  const isSame = key.map((column, place) => `t.${column.name} = k.key[${place + 1}]::${column.type}`).join(' and ');
  await ends.target.query('truncate pg_temp.keys');
  await stream(ends, `select key from pg_temp.taken where number = ${at}`, 'pg_temp.keys');
  await ends.target.query('analyze pg_temp.keys');
  await ends.target.query(`delete from ${name} t using pg_temp.keys k where ${isSame}`);
  const all = columns.map((column) => `t.${column}`);
  const query = `select ${all} from pg_temp.taken k join only ${name} t on ${isSame} where k.number = ${at}`;
  await stream(ends, query, `${name} (${columns})`);
}
