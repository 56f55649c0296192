import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatShare } from './format.ts';

test('a share is rounded down, so that only the whole is 100 %', () => {
  assert.match(formatShare(57, 100), /^57\s?%$/);
  assert.match(formatShare(8927, 8928), /^99[.,]98\s?%$/);
  assert.match(formatShare(8928, 8928), /^100\s?%$/);
  assert.match(formatShare(0, 3), /^0\s?%$/);
});
