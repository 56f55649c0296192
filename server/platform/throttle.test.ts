import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { connect } from '#server/platform/database/connect.ts';
import { createTestDatabase } from '#testing/database.ts';
import { areWithinLimit, delayAfter, networkOf, withinLimit } from './throttle.ts';

test('the delay starts with the tenth failure, doubles, and ends the attempts after a hundred', () => {
  assert.deepEqual([0, 9, 10, 11, 12, 17, 18, 50].map(delayAfter), [0, 0, 5, 10, 20, 640, 900, 900]);
  assert.equal(delayAfter(99), 900);
  assert.equal(delayAfter(100), Number.POSITIVE_INFINITY);
});

test('a network is an IPv4 address or an IPv6 /64', () => {
  assert.equal(networkOf('203.0.113.9'), '203.0.113.9');
  assert.equal(networkOf('::ffff:203.0.113.9'), '203.0.113.9');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2');
  assert.equal(networkOf('2001:0db8:0001:0002::1'), '2001:db8:1:2');
  assert.equal(networkOf('2001:db8::1'), '2001:db8:0:0');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0');
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'));
});

test('counting a batch equals counting one after the other', async () => {
  const database = await createTestDatabase();
  const { db, close } = connect(database.url);
  let run = 0;
  const groups = fc.array(fc.array(fc.constantFrom('a', 'A', 'b', 'c'), { minLength: 1, maxLength: 6 }));
  await fc.assert(
    fc.asyncProperty(groups, async (some) => {
      run++;
      const together = [];
      for (const group of some) {
        together.push(...(await areWithinLimit(db, `together ${run}`, group, { most: 3, seconds: 3600 })));
      }
      const alone = [];
      for (const one of some.flat()) alone.push(await withinLimit(db, `alone ${run}`, one, 3, 3600));
      assert.deepEqual(together, alone);
    }),
    { numRuns: 30 },
  );
  await close();
  await database.drop();
});
