import assert from 'node:assert/strict';
import test from 'node:test';
import { schedules } from './queues.ts';
import { dueJobs } from './schedule.ts';

const minute = 60_000;
const day = Date.UTC(2026, 10, 30);
const at = (hour: number, minutes: number, seconds = 0) => day + (hour * 60 + minutes) * minute + seconds * 1_000;

/** Returns the times of a queue's jobs on a day, looked at every `step` milliseconds. */
function timesOf(queue: string, step = minute, first = 17_000): string[] {
  const looks = Array.from({ length: (24 * 60 * minute) / step }, (_, n) => day + first + n * step);
  const found = looks.filter((now) => dueJobs(now - step, now).some((due) => due.queue === queue));
  return found.map((now) => new Date(now).toISOString().slice(11, 16));
}

test('repeated jobs are due as often as their schedule says, at their minute', () => {
  assert.deepEqual(timesOf('purge'), ['02:17']);
  assert.deepEqual(timesOf('seal').slice(0, 3), ['00:00', '00:10', '00:20']);
  assert.deepEqual(timesOf('ways_due').slice(0, 3), ['00:04', '00:14', '00:24']);
  assert.equal(timesOf('minute').length, 24 * 60);
  assert.equal(timesOf('turnouts').length, 24 * 12);
  for (const { every, at: offset } of schedules) assert.ok(offset >= 0 && offset < every && 1440 % every === 0);
});

test('a job has the same id in each look, and another one each time', () => {
  const idOf = (since: number, until: number) => dueJobs(since, until).find(({ queue }) => queue === 'seal')?.id;
  const id = idOf(at(9, 9, 55), at(9, 10, 5));
  assert.match(id!, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(idOf(at(9, 0, 1), at(9, 19, 59)), id, 'looked at by another process at another time');
  assert.notEqual(idOf(at(9, 19), at(9, 20)), id);
});

test('after a long pause each queue has one job, and none if the clock was put back', () => {
  const due = dueJobs(at(0, 0), at(20, 0));
  assert.deepEqual(
    due.map(({ queue }) => queue),
    schedules.map(({ queue }) => queue),
  );
  assert.deepEqual(dueJobs(at(9, 0), at(9, 0)), []);
});
