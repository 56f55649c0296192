import assert from 'node:assert/strict';
import test from 'node:test';
import { placesFor } from './tree.ts';

const group = (_id: number, name: string, parent?: number) => ({
  _id,
  name,
  parent: parent ?? null,
});
// Stab > S1 > Meldekopf; Technik
const groups = [group(1, 'Stab'), group(2, 'S1', 1), group(3, 'Meldekopf', 2), group(4, 'Technik')];
const offered = (moved: number | null) => placesFor(groups, moved, 3).map(({ label }) => label);

test('offers all groups except the third level as parents of a new group', () => {
  assert.deepEqual(offered(null), ['Stab', 'Stab › S1', 'Technik']);
});

test('a group is never below itself or its subgroups', () => {
  assert.deepEqual(offered(1), []);
  assert.deepEqual(offered(3), ['Stab', 'Stab › S1', 'Technik']);
});

test('the subgroups of a moved group must also fit', () => {
  assert.deepEqual(offered(2), ['Stab', 'Technik']);
});
