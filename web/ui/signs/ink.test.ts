import assert from 'node:assert/strict';
import test from 'node:test';
import { inkOn } from './ink.ts';

test('text on a colour is black or white, by contrast', () => {
  assert.deepEqual(['#ffffff', '#f2ae00', '#1e8dcb', '#709000'].map(inkOn), Array(4).fill('var(--section-text)'));
  assert.deepEqual(['#000000', '#b31218', '#495057', '#6741d9'].map(inkOn), Array(4).fill('var(--fill-ink)'));
  assert.equal(inkOn('var(--fill-dark)'), 'var(--fill-ink)');
});
