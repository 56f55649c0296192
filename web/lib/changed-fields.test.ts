import assert from 'node:assert/strict';
import test from 'node:test';
import { changedFields } from './changed-fields.ts';

test('an update contains the id and only changed fields', () => {
  const before = { id: '/api/v2/groups/1', name: 'Stab', sortOrder: 3 };
  assert.deepEqual(changedFields(before, { name: 'Stab', sortOrder: 4 }), { id: '/api/v2/groups/1', sortOrder: 4 });
});

test('false, 0, "false", "0", the empty text and undefined are equal', () => {
  const empty = [false, 0, 'false', '0', '', undefined];
  for (const before of empty)
    for (const after of empty)
      assert.deepEqual(changedFields({ id: '1', value: before }, { value: after }), { id: '1' });
  assert.deepEqual(changedFields({ id: '1', value: false }, { value: true }), { id: '1', value: true });
});

test('compares arrays element by element', () => {
  const before = { id: '1', lists: ['a', 'b'] };
  assert.deepEqual(changedFields(before, { lists: ['a', 'b'] }), { id: '1' });
  assert.deepEqual(changedFields(before, { lists: ['b', 'a'] }), { id: '1', lists: ['b', 'a'] });
  assert.deepEqual(changedFields(before, { lists: ['a'] }), { id: '1', lists: ['a'] });
});

test('removing a value is a change', () => {
  assert.deepEqual(changedFields({ id: '1', image: 'x' }, { image: null }), { id: '1', image: null });
});
