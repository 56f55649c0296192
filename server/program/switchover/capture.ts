import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#server/platform/connection/client.ts';
import { readSwitchover, type SwitchoverState, switchoverSchema } from '#server/platform/connection/moves.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { MovedTable } from './tables.ts';

// a waiting "create trigger" blocks later changes
const longestLock = '500ms';
const mostTries = 200;
const notNow = ['55P03', '57014', '40P01'];

const stateTable = `create table ${switchoverSchema}.state (
  is_only boolean primary key default true check (is_only), role text not null, stage text not null, token text not null,
  installation text not null, address bytea, place text not null, at timestamptz not null default clock_timestamp())`;

/** Creates the schema of a switchover with its state. */
export async function createState(
  client: Client,
  { role, token, installation, place }: Pick<SwitchoverState, 'role' | 'token' | 'installation' | 'place'>,
): Promise<void> {
  await client.query('begin');
  await client.query(`create schema ${switchoverSchema}`);
  await client.query(stateTable);
  // every role has to find out; the address is encrypted
  await client.query(`grant usage on schema ${switchoverSchema} to public`);
  await client.query(`grant select on ${switchoverSchema}.state to public`);
  await client.query(
    `insert into ${switchoverSchema}.state (role, stage, token, installation, place) values ($1, 'copying', $2, $3, $4)`,
    [role, token, installation, place],
  );
  await client.query('commit');
}

const functionOf = ({ at }: MovedTable) => `${switchoverSchema}.capture_${at}`;

const create = (signature: string) =>
  `create or replace function ${switchoverSchema}.${signature} language plpgsql security definer
  set search_path = pg_catalog set datestyle = 'ISO, MDY' set bytea_output = 'hex' as`;

const recordFunction = `${create('record(number integer, key text[]) returns void')} $record$ begin
    insert into ${switchoverSchema}.changes values (number, key);
  end $record$`;

/** Records each changed row's key in its transaction. */
function captureFunction(table: MovedTable): string {
  const keyOf = (row: string) => `array[${table.key.map(({ name }) => `${row}.${name}::text`).join(', ')}]`;
  const record = (row: string) => `perform ${switchoverSchema}.record(${table.at}, ${keyOf(row)});`;
  return `${create(`capture_${table.at}() returns trigger`)} $capture$ begin
    if tg_op <> 'INSERT' then ${record('old')} end if;
    if tg_op = 'INSERT' then ${record('new')}
    elsif tg_op = 'UPDATE' then
      if ${keyOf('new')} is distinct from ${keyOf('old')} then ${record('new')} end if;
    end if;
    return null;
  end $capture$`;
}

/** Returns a statement that refuses changes with an error for `isMoved`, without table locks. */
export const refusingStatement = (sentence: string): string =>
  `${create('record(number integer, key text[]) returns void')} $refuse$ begin
    raise exception using errcode = '25006', schema = '${switchoverSchema}', message = '${sentence.replaceAll("'", "''")}';
  end $refuse$`;

/**
 * Starts recording changes. Then no transaction is open without records, so later snapshots contain earlier changes.
 */
export async function startCapture(source: Client, tables: readonly MovedTable[]): Promise<void> {
  await source.query(
    `create unlogged table ${switchoverSchema}.changes (number integer not null, key text[] not null)`,
  );
  await source.query(`create function ${switchoverSchema}.refuse_truncate() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '55006', message = 'A switchover runs'; end $$`);
  await source.query(recordFunction);
  for (const table of tables) {
    await source.query(captureFunction(table));
    await withShortLock(source, [
      `create trigger switchover_capture after insert or update or delete on ${table.name}
        for each row execute function ${functionOf(table)}()`,
      `create trigger switchover_truncate before truncate on ${table.name}
        for each statement execute function ${switchoverSchema}.refuse_truncate()`,
    ]);
  }
}

async function withShortLock(client: Client, statements: readonly string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = '${longestLock}'`);
      for (const statement of statements) await client.query(statement);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!notNow.includes((error as { code?: string }).code ?? '')) throw error;
      if (attempt === mostTries)
        throw new StartError('A table was locked for minutes by other work: repeat the switchover at a quieter time.');
      await sleep(300 + Math.random() * 400);
    }
  }
}

/** Identifies the running switchover among the advisory locks of a database. */
export const switchoverLock = 4210;

const triggersQuery = `
  select distinct format('drop trigger %I on %s', tgname, tgrelid::regclass) as sql, tgrelid::regclass::text as name
  from pg_trigger join pg_proc p on p.oid = tgfoid
  where pronamespace = to_regnamespace('${switchoverSchema}') and tgparentid = 0 order by 2`;

/** Removes an interrupted switchover's parts, under its lock, unless the data moved. */
export async function removeCapture(source: Client): Promise<boolean> {
  const state = await readSwitchover(source);
  if (state && (state.role !== 'source' || state.stage !== 'copying')) return false;
  const { rows } = await source.query<{ sql: string; name: string }>(triggersQuery);
  for (const [, all] of Map.groupBy(rows, ({ name }) => name))
    await withShortLock(
      source,
      all.map(({ sql }) => sql),
    );
  await source.query(`drop schema if exists ${switchoverSchema} cascade`);
  return state !== null;
}
