import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#server/platform/connection/client.ts';
import { readSwitchover } from '#server/platform/connection/moves.ts';
import { usualConnections } from '#server/platform/connection-shares.ts';
import { isDatabaseAway } from '#server/platform/database/away.ts';
import { withStartConnection } from '#server/platform/database/starting/cannot-reach.ts';
import { StartError } from '#server/platform/start-error.ts';
import type { Order, SwitchoverAttempt } from './attempt.ts';
import { createState, removeCapture, startCapture } from './capture.ts';
import { copyChanges, copyTable, type Ends } from './copy.ts';
import { changedTables, finishSwitchover, type Switched, UnconfirmedMove } from './finish.ts';
import { readStructure } from './structure.ts';
import { type MovedTable, readTables } from './tables.ts';
import { databasePlace, openEnd, prepareTarget, removeRest, takeLock } from './target.ts';

/**
 * Moves an installation to an empty database while the program runs: copies a snapshot, then repeatedly the rows that changed
 * since, and the last ones while changes wait. After an error, or if this process is killed, the installation goes on with the
 * old database, and the next attempt removes the rest. Throws a StartError.
 */
export async function switchOver(order: Order): Promise<Switched> {
  const source = await openEnd(order.from);
  try {
    const target = await openTargetEnd(order.to);
    try {
      return await prepared(source, target, order);
    } finally {
      await target.end().catch(() => undefined);
    }
  } finally {
    await source.end().catch(() => undefined);
  }
}

async function openTargetEnd(url: string): Promise<Client> {
  await withStartConnection(url, async () => undefined).catch((error: Error) => {
    if (!/incomplete target/.test(error.message)) throw new StartError(`--to: ${error.message}`, { cause: error });
  });
  return openEnd(url);
}

async function prepared(source: Client, target: Client, order: Order): Promise<Switched> {
  await takeLock(source);
  const { rows } = await source.query<{ schema: string; installation: string; used: number }>(`
    select current_schema()::text as schema, (select id::text from installation) as installation,
      (select count(*)::int from pg_stat_activity where datname = current_database() and usename = current_user) as used`);
  const { schema, installation, used } = rows[0]!;
  if (await removeCapture(source)) order.onStep('Removed what an interrupted switchover left in the old database.');
  const connections = Math.max(used, usualConnections);
  const { token, place } = await prepareTarget(target, {
    url: order.to,
    schema,
    installation,
    connections,
    log: order.log,
  });
  try {
    await createState(source, { role: 'source', token, installation, place }).catch((error) => {
      throw lacksSchemas(error, source);
    });
    const schemas = [schema, 'pgboss'];
    return await move({ source, target, order, token, place, schema, schemas });
  } catch (error) {
    throw await cleanUp(error, { source, target, order }, installation);
  }
}

const lacksSchemas = (error: Error & { code?: string }, { user, database }: Client) =>
  error.code === '42501'
    ? new StartError(
        `The role ${user} may not create a schema in the old database: grant create on database ${database} to ${user};`,
      )
    : error;

const mostPasses = 100;
/** Few enough changes to copy the rest while the program waits. */
const fewChanges = 2_000;
const shortPass = 1_000;

async function move(attempt: SwitchoverAttempt): Promise<Switched> {
  const { source, target, order, schemas } = attempt;
  for (const client of [source, target]) await client.query("set search_path = ''");
  const tables = await readTables(source, schemas);
  order.onStep(`${tables.length} tables move to ${attempt.place}. Meldekette goes on meanwhile.`);
  await startCapture(source, tables);
  const structure = await copySnapshot(attempt, tables);
  for (let pass = 1; ; pass++) {
    order.signal?.throwIfAborted();
    const startedAt = performance.now();
    const changes = await copyPass(attempt, tables);
    const took = performance.now() - startedAt;
    order.onStep(`changes since then: ${changes} rows`);
    if (changes < fewChanges && took < shortPass) break;
    if (pass === mostPasses)
      throw new StartError('The database changes faster than it can be copied: repeat it at a quieter time.');
    if (changes < fewChanges) await sleep(200);
  }
  return finishSwitchover(attempt, tables, structure);
}

/** Copies the structure and all rows of one snapshot, then creates keys and indexes. */
async function copySnapshot(attempt: SwitchoverAttempt, tables: readonly MovedTable[]) {
  const { source, target, order, schemas } = attempt;
  await source.query('begin isolation level repeatable read read only');
  const structure = await readStructure(source, schemas);
  if (JSON.stringify(await readTables(source, schemas)) !== JSON.stringify(tables)) throw new StartError(changedTables);
  await target.query(structure.tables).catch((error: Error) => {
    throw new StartError(`The new database can't create the tables: ${error.message}`, { cause: error });
  });
  await target.query("set search_path = ''");
  for (const table of tables) {
    order.signal?.throwIfAborted();
    const rows = await copyTable(attempt, table);
    if (rows) order.onStep(`${table.name}: ${rows} rows`);
  }
  await source.query('commit');
  for (const statement of structure.indexes) await target.query(statement);
  await target.query('analyze');
  return structure;
}

async function copyPass(ends: Ends, tables: readonly MovedTable[]): Promise<number> {
  await ends.source.query('begin isolation level repeatable read');
  await ends.target.query('begin');
  const changes = await copyChanges(ends, tables);
  await ends.target.query('commit');
  await ends.source.query('commit');
  return changes;
}

/** Removes the state of a failed attempt from both ends, as far as they can be reached. Returns the error to report. */
async function cleanUp(
  error: unknown,
  { source, target, order }: Ends & { order: Order },
  installation: string,
): Promise<unknown> {
  await Promise.all([source.end(), target.end()].map((ended) => ended.catch(() => undefined)));
  const fresh = await openEnd(order.from).catch(() => null);
  try {
    if (!fresh) return unknownOutcome(error, order);
    await takeLock(fresh); // it is free when the former session has ended, and with it a commit that it had received
    const state = await readSwitchover(fresh);
    if (state?.stage === 'moved') return unknownOutcome(error, order);
    await removeCapture(fresh);
    const other = await openEnd(order.to).catch(() => null);
    if (other) await removeRest(other, installation).finally(() => other.end());
  } catch (failure) {
    order.log.warn({ event: 'switchover_left', error: (failure as Error).message });
    if (error instanceof UnconfirmedMove) return unknownOutcome(error, order);
  } finally {
    await fresh?.end().catch(() => undefined);
  }
  if (error instanceof StartError) return error;
  const isAway = isDatabaseAway(error) || isDatabaseAway((error as Error).cause);
  const reason = isAway ? 'a database went away' : 'of an error';
  return new StartError(
    `The switchover ended because ${reason} (${(error as Error).message}). Meldekette goes on with the old database: repeat the command.`,
    { cause: error },
  );
}

const unknownOutcome = (error: unknown, { to }: Order) =>
  new StartError(
    `The connection was lost in the moment of the switchover (${(error as Error).message}): repeat the command, which tells the outcome and completes it (${databasePlace(to, { database: undefined })}).`,
    { cause: error },
  );
