import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { batchByKey } from './batch-by-key.ts';

test('an item that fails by itself fails no neighbour and costs few rounds', async () => {
  const bads = fc.uniqueArray(fc.nat({ max: 199 }), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(bads, async (bad) => {
      let rounds = 0;
      const put = batchByKey(async (_key: 'all', items: readonly number[]) => {
        rounds++;
        if (items.some((item) => bad.includes(item))) throw new Error('planted');
        return items.map((item) => ({ result: item }));
      });
      const outcomes = await Promise.allSettled(Array.from({ length: 200 }, (_, item) => put('all', item)));
      outcomes.forEach((outcome, item) => {
        assert.equal(outcome.status, bad.includes(item) ? 'rejected' : 'fulfilled');
        if (outcome.status === 'fulfilled') assert.equal(outcome.value, item);
      });
      assert.ok(rounds <= 1 + 16 * bad.length, `${rounds} rounds for ${bad.length}`);
    }),
    { numRuns: 30 },
  );
});

test('repeats nothing while the database is unavailable or rejects writes', async () => {
  for (const code of ['08006', '53100', '58030']) {
    let rounds = 0;
    const put = batchByKey(async () => {
      rounds++;
      throw Object.assign(new Error('planted'), { code });
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, item) => put('all', item)));
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    assert.equal(rounds, 1);
  }
});
