import assert from 'node:assert/strict';
import test from 'node:test';
import { mergeOrder, moveTo } from './order.ts';

test('an order survives additions and removals of others', () => {
  assert.deepEqual(mergeOrder(['c', 'a', 'b'], ['a', 'c', 'new']), ['c', 'a', 'new']);
});

test('moving keeps all entries and stops at both ends', () => {
  assert.deepEqual(moveTo(['a', 'b', 'c'], 'a', 1), ['b', 'a', 'c']);
  assert.deepEqual(moveTo(['a', 'b', 'c'], 'b', -1), ['b', 'a', 'c']);
  assert.deepEqual(moveTo(['a', 'b', 'c'], 'b', 9), ['a', 'c', 'b']);
});
