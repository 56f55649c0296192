import assert from 'node:assert/strict';
import test from 'node:test';
import { knownReleases, olderThanKnown } from './known-releases.ts';

test('finds a server with an older minor release than a known one', () => {
  const { minor } = knownReleases[18]!;
  assert.deepEqual(olderThanKnown(180_000), { running: '18.0', known: `18.${minor}` });
  assert.deepEqual(olderThanKnown(180_000 + minor - 1), { running: `18.${minor - 1}`, known: `18.${minor}` });
  for (const enough of [180_000 + minor, 180_000 + minor + 1]) assert.equal(olderThanKnown(enough), null);
  assert.equal(olderThanKnown(990_000), null, 'nothing is known of this major version');
});
