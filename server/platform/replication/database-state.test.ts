import assert from 'node:assert/strict';
import test from 'node:test';
import { createLog } from '#server/platform/log.ts';
import { until } from '#testing/until.ts';
import { type DatabaseState, driftOf, troublesOf } from './database-state.ts';
import { watchDatabase } from './watch-database.ts';

const well: DatabaseState = { standbys: 2, synchronous: 1, lag: 3, clock: 0.4 };

test('finds a missing synchronous standby, a lag above a minute, and a clock more than two seconds off', () => {
  assert.deepEqual(troublesOf(well), []);
  assert.deepEqual(troublesOf({ ...well, synchronous: 0 }), ['notSynchronous']);
  assert.deepEqual(troublesOf({ ...well, lag: 60 }), []);
  assert.deepEqual(troublesOf({ ...well, lag: 61 }), ['replicationLag']);
  for (const clock of [2.1, -2.1]) assert.deepEqual(troublesOf({ ...well, clock }), ['clock']);
  assert.deepEqual(troublesOf({ standbys: 0, synchronous: 0, lag: null, clock: 0 }), [], 'no standby is no trouble');
  assert.deepEqual(troublesOf({ standbys: null, synchronous: null, lag: null, clock: 0 }), [], 'nothing is known');
});

test('a slow answer is no difference of the clocks', () => {
  assert.equal(driftOf(5_000, 1_000, 9_000), 0);
  assert.equal(driftOf(12_000, 1_000, 9_000), 3);
  assert.equal(driftOf(500, 1_000, 9_000), -0.5);
});

test('logs a finding once, and its end', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = Object.assign(createLog('silent'), {
    warn: (line: Record<string, unknown>) => lines.push(line),
    info: (line: Record<string, unknown>) => lines.push(line),
  });
  const states = [well, { ...well, synchronous: 0 }, { ...well, synchronous: 0, clock: -7.4 }, well];
  const read = async () => states.shift() ?? well;
  const database = { url: 'postgres://a@one/db' } as Parameters<typeof watchDatabase>[0]['database'];
  const watching = watchDatabase({ database, log }, { every: 1, read });
  await until(async () => lines.length >= 4);
  await watching.stop();
  assert.deepEqual(lines, [
    { event: 'database_not_synchronous', standbys: 2 },
    { event: 'database_clock_differs', seconds: -7 },
    { event: 'database_trouble_over', trouble: 'notSynchronous' },
    { event: 'database_trouble_over', trouble: 'clock' },
  ]);
});
