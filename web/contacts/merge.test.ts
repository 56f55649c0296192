import assert from 'node:assert/strict';
import test from 'node:test';
import { mergeEdits } from './merge.ts';

test('keeps entered values and takes over changes of other users', () => {
  const before = { name: 'S1', description: '', personData: { mobile: '1', email: 'a@example.org' } };
  const mine = { name: 'S1 Personal', description: '', personData: { mobile: '2', email: 'a@example.org' } };
  const theirs = { name: 'S1', description: 'neu', personData: { mobile: '3', email: 'b@example.org' } };
  assert.deepEqual(mergeEdits(before, mine, theirs), {
    values: { name: 'S1 Personal', description: 'neu', personData: { mobile: '2', email: 'b@example.org' } },
    both: [{ path: 'personData.mobile', theirs: '3' }],
  });
});

test('the same change on both sides is no conflict', () => {
  const { values, both } = mergeEdits({ isCrisis: false }, { isCrisis: true }, { isCrisis: true });
  assert.deepEqual([values, both], [{ isCrisis: true }, []]);
});
