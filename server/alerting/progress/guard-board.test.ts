import assert from 'node:assert/strict';
import test from 'node:test';
import type { Board, StopLimitProgress } from './board.ts';
import { guardBoard } from './guard-board.ts';
import { noFigures } from './people-figures.ts';

const limit = (groupId: number, size: number): StopLimitProgress => ({
  ...{ groupId, needed: 1, reached: 0, contacted: size, remaining: 0, stranded: 0, state: 'waiting' },
});
const board = (people: number, more: Partial<Board> = {}): Board => ({
  ...{ ...noFigures, people, asked: people, none: people },
  ...{ goal: 'waiting', filled: 0, unfilled: 0, missing: 0, nextArrival: null, limits: [], isRollCall: false },
  ...more,
});
const shownLimits = (people: number, ...sizes: number[]) =>
  guardBoard(board(people, { limits: sizes.map((size, at) => limit(at, size)) }), 'not_permitted').limits.map(
    ({ contacted }) => contacted,
  );

test('stop limits are shown from five people on, unless the others are fewer', () => {
  assert.deepEqual(shownLimits(12, 7), [7]);
  assert.deepEqual(shownLimits(7, 7), [7]);
  assert.deepEqual(shownLimits(12, 7, 3), [7]);
  assert.deepEqual(shownLimits(9, 7, 2), [], 'two others');
  assert.deepEqual(shownLimits(13, 5, 6), [], 'two are in neither');
});

test('a channel that sends nothing is shown, the end of few people’s answers is not', () => {
  const few = board(2, { none: 0, positive: 2, stranded: 1, goal: 'answered' });
  const { stranded, goal, positive, isWithheld } = guardBoard(few, 'not_permitted');
  assert.deepEqual([stranded, goal, positive, isWithheld], [1, 'waiting', 0, true]);
  assert.equal(guardBoard({ ...few, goal: 'over' }, 'not_permitted').goal, 'over');
  assert.deepEqual(guardBoard(few, 'open'), { ...few, functions: 0, isWithheld: false });
});
