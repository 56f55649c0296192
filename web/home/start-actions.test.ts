import assert from 'node:assert/strict';
import test from 'node:test';
import { featuresOf, type Role, roles } from '#shared/permissions.ts';
import { startsFor } from './start-actions.ts';

test('the start page offers exactly three actions, depending on rights only', () => {
  const namesFor = (...held: Role[]) =>
    startsFor((feature) => featuresOf(held).includes(feature)).map(({ name }) => name);
  assert.deepEqual(namesFor(...roles), ['activation', 'communication', 'situation']);
  assert.deepEqual(namesFor('administrator'), []);
});
