import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '#server/platform/connection/client.ts';
import { disconnect } from '#server/platform/connection/disconnect.ts';
import { movedSentence, openTarget, switchoverSchema } from '#server/platform/connection/moves.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readSeals } from '../backup/seals.ts';
import type { SwitchoverAttempt } from './attempt.ts';
import { refusingStatement } from './capture.ts';
import { copyChanges, type Ends } from './copy.ts';
import { copySequences, type DatabaseStructure, readStructureMark } from './structure.ts';
import type { MovedTable } from './tables.ts';

/** The result of a switchover. */
export interface Switched {
  place: string;
  tables: number;
  rows: number;
  seals: number;
  /** Milliseconds during which changes waited. */
  waited: number;
}

// too short to be a deadlock's victim; every third is long enough to interrupt an autovacuum
const lockTimes = [600, 600, 1_500];
const mostAttempts = 90;
/** Milliseconds until waiting changes continue. A worker allows 8 seconds with the lock. */
const longestWait = 6_000;

/** Lost after the decisive commit, so the data may have moved. */
export class UnconfirmedMove extends Error {}

/** Stops changes, copies the last ones, compares, and switches. The old database's commit decides. */
export async function finishSwitchover(
  attempt: SwitchoverAttempt,
  tables: readonly MovedTable[],
  structure: DatabaseStructure,
): Promise<Switched> {
  const { source, target, order } = attempt;
  await lockTables(attempt, tables);
  const lockedAt = performance.now();
  let isTooLong = false;
  const timer = setTimeout(() => {
    isTooLong = true;
    disconnect(source);
  }, longestWait);
  let figures: { rows: number; seals: number };
  try {
    figures = await complete(attempt, tables, structure);
    if (isTooLong) throw new StartError(tooLong);
  } catch (error) {
    throw isTooLong ? new StartError(tooLong) : error;
  } finally {
    clearTimeout(timer);
  }
  let waited: number;
  try {
    await commitMove(attempt);
    waited = performance.now() - lockedAt;
    await openTarget(target);
  } catch (error) {
    throw new UnconfirmedMove((error as Error).message, { cause: error });
  }
  await wakePrograms(source);
  order.onStep(`Changes waited for ${(waited / 1000).toFixed(1)} s.`);
  await validateForeignKeys(target).catch(() => order.log.warn({ event: 'foreign_keys_not_validated' }));
  return { place: attempt.place, tables: tables.length, waited, ...figures };
}

/** The message of an attempt whose copy would miss tables or columns. */
export const changedTables = 'The tables were changed meanwhile, for example by an update: repeat the command.';

const tooLong = `The last step took longer than ${longestWait / 1000} s, so Meldekette goes on with the old database: repeat the command at a quieter time.`;

// the old database ends the lock by itself; not every system knows these limits
const limitsOfConnection = [
  `set tcp_user_timeout = ${longestWait}`,
  `set client_connection_check_interval = ${longestWait / 4}`,
];
const limitsOfLock = `
  set local idle_in_transaction_session_timeout = ${longestWait};
  set local statement_timeout = ${longestWait}`;

async function lockTables(
  { source, order }: Pick<SwitchoverAttempt, 'source' | 'order'>,
  tables: readonly MovedTable[],
): Promise<void> {
  for (const limit of limitsOfConnection) await source.query(limit).catch(() => undefined);
  const names = tables.map(({ name }) => `only ${name}`).join(', ');
  for (let attempt = 0; ; attempt++) {
    order.signal?.throwIfAborted();
    await source.query('begin');
    try {
      await source.query(`set local statement_timeout = ${lockTimes[attempt % lockTimes.length]}`);
      await source.query(`lock table ${names} in exclusive mode`);
      await source.query(limitsOfLock);
      return;
    } catch (error) {
      await source.query('rollback');
      if (!['57014', '40P01'].includes((error as { code?: string }).code ?? '')) throw error;
      if (attempt === mostAttempts)
        throw new StartError('Long transactions of the program did not end: repeat the switchover at a quieter time.');
    }
    await sleep(500 + Math.random() * 1_000);
  }
}

async function complete(attempt: SwitchoverAttempt, tables: readonly MovedTable[], structure: DatabaseStructure) {
  const { source, target, schema, schemas } = attempt;
  await target.query('begin');
  await copyChanges(attempt, tables);
  if ((await readStructureMark(source, schemas)) !== structure.mark) throw new StartError(changedTables);
  await copySequences(source, target, schemas);
  const rows = await refuseDifferences(attempt, tables);
  const [ours, theirs] = await Promise.all([readSeals(source, schema), readSeals(target, schema)]);
  if (ours.count !== theirs.count || ours.sha256 !== theirs.sha256)
    throw new StartError('The seals of the logs differ between both databases: nothing was switched over.');
  await target.query(structure.rest.join('\n'));
  // the copy guard learns the new place
  const installation = `${target.escapeIdentifier(schema)}.installation`;
  await target.query(`update ${installation} set home = null, timeline = null, lived_at = null`);
  await target.query(`update ${switchoverSchema}.state set stage = 'complete'`);
  await target.query('commit');
  return { rows, seals: ours.count };
}

async function refuseDifferences({ source, target }: Ends, tables: readonly MovedTable[]): Promise<number> {
  const query = tables.map(({ at, name }) => `select ${at} as at, count(*)::int as count from only ${name}`);
  const counts = async (client: Client) => {
    const { rows } = await client.query<{ at: number; count: number }>(query.join(' union all '));
    return new Map(rows.map(({ at, count }) => [at, count]));
  };
  const [ours, theirs] = await Promise.all([counts(source), counts(target)]);
  for (const { at, name } of tables)
    if (ours.get(at) !== theirs.get(at))
      throw new StartError(
        `${name} has ${theirs.get(at)} instead of ${ours.get(at)} rows in the new database: nothing was switched over.`,
      );
  return [...ours.values()].reduce((sum, count) => sum + count, 0);
}

async function commitMove({ source, order, place }: SwitchoverAttempt): Promise<void> {
  const sentence = movedSentence({ place, at: new Date() });
  await source.query('set local statement_timeout = 0'); // it would only end the wait of the commit for a standby
  await source.query(refusingStatement(sentence));
  await source.query(
    `update ${switchoverSchema}.state set stage = 'moved', address = $1, place = $2, at = clock_timestamp()`,
    [order.seal(order.to), place],
  );
  await source.query('commit');
}

/** Ends notification connections, so that processes find out. */
async function wakePrograms(source: Client): Promise<void> {
  await source
    .query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename = current_user and application_name = 'meldekette live'`)
    .catch(() => undefined); // they find out by their next change
}

/** Validates foreign keys that the old database had checked. */
export async function validateForeignKeys(client: Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(`
    select format('alter table %s validate constraint %I', conrelid::regclass, conname) as sql
    from pg_constraint where contype = 'f' and not convalidated`);
  for (const { sql } of rows) await client.query(sql);
}
