import assert from 'node:assert/strict';
import test from 'node:test';
import { inserted } from './usePlaceholderInsert.ts';

test('a placeholder replaces the selection', () => {
  assert.equal(
    inserted('Guten Tag !', { start: 10, end: 10 }, '{{ user.lastName }}'),
    'Guten Tag {{ user.lastName }}!',
  );
  assert.equal(inserted('Hier: LINK.', { start: 6, end: 10 }, '{{ link }}'), 'Hier: {{ link }}.');
});
