import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { App, Viewer } from '#server/platform/context.ts';
import { createGate } from '#server/platform/limiter.ts';
import type { Feature, Role } from '#shared/permissions.ts';
import { until } from '#testing/until.ts';
import { runs } from '../../../scripts/in-full.ts';
import { startSharing } from './sharing.ts';
import { pauseBetween, startViews } from './views.ts';
import { Unavailable } from './watcher.ts';

const gate = createGate({ width: 2, queue: 1000, refusal: () => assert.fail() });
const parts = {
  pools: { live: { gate } },
  live: { watch: () => () => {} },
  log: { error: (entry: object) => assert.fail(JSON.stringify(entry)) },
} as unknown as Pick<App, 'pools' | 'live' | 'log'>;

const viewers = fc.record({
  id: fc.integer({ min: 1, max: 4 }),
  sessionId: fc.constantFrom('a', 'b', 'c', 'd'),
  apiKey: fc.option(fc.record({ id: fc.integer({ min: 1, max: 2 }), name: fc.constantFrom('x', 'y') })),
  sessionEndsAt: fc.constant(null),
  roles: fc.subarray<Role>(['editor', 'administrator']),
  features: fc.subarray<Feature>(['edit_contact', 'manage_user']).map((list) => new Set(list)),
  mustSetUpTotp: fc.boolean(),
  language: fc.constantFrom('de', 'en'),
});
const reads = fc.subarray<keyof Viewer>([
  'id',
  'sessionId',
  'apiKey',
  'roles',
  'features',
  'mustSetUpTotp',
  'language',
]);

/** A view of the viewer as a resolver might look at it. */
const look = (viewer: Viewer | null, keys: readonly (keyof Viewer)[]) =>
  JSON.stringify(keys.map((key) => (key === 'features' ? [...(viewer?.features ?? [])].sort() : viewer?.[key])));

// one session belongs to one user or key
const people = fc.uniqueArray(fc.option(viewers), { selector: (viewer) => viewer?.sessionId ?? null, maxLength: 5 });
const crowd = fc
  .tuple(people, fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 12 }))
  .map(([all, picks]) => picks.map((at) => all[at % Math.max(1, all.length)] ?? null));

test('a view may depend on its viewer in any way, and every watcher gets their own result', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, reads, async (all, keys) => {
      const views = startViews(parts, 1);
      const compute = async (viewer: Viewer | null) => look(viewer, keys);
      const watched = { document: 'x', variables: '', topics: [], compute };
      const sent = all.map(() => '');
      all.forEach((viewer, at) => {
        views.join({ viewer, watched, send: (event) => sent.splice(at, 1, String(event)) });
      });
      await until(async () => sent.every(Boolean));
      views.stop();
      assert.deepEqual(
        sent,
        all.map((viewer) => `event: next\ndata: ${look(viewer, keys)}\n\n`),
      );
    }),
    { numRuns: runs(25) },
  );
});

test('reports a failed computation to watchers without data and retries it for all', async () => {
  let tell = () => {};
  const live = { watch: (_topic: string, heard: () => void) => (tell = heard) } as unknown as App['live'];
  const views = startViews({ ...parts, live }, 1);
  let answer: () => string = () => 'before';
  const watched = { document: 'x', variables: '', topics: ['running'] as const, compute: async () => answer() };
  const join = () => {
    const seen: string[] = [];
    views.join({ viewer: null, watched, send: (event) => seen.push(/data: (.*)\n/.exec(String(event))![1]!) });
    return seen;
  };
  const first = join();
  await until(async () => first.length === 1);
  answer = () => {
    throw new Unavailable('away');
  };
  tell();
  const second = join();
  await until(async () => second.length === 1);
  answer = () => 'after';
  await until(async () => first.length === 2 && second.length === 2);
  assert.deepEqual(
    [first, second],
    [
      ['before', 'after'],
      ['away', 'after'],
    ],
  );
  views.stop();
});

test('detects unpublished changes and sends only different results', async () => {
  const views = startViews(parts, 1, 40);
  let answer = 'before';
  const watched = { document: 'x', variables: '', topics: [], compute: async () => answer };
  const seen: string[] = [];
  views.join({ viewer: null, watched, send: (event) => seen.push(/data: (.*)\n/.exec(String(event))![1]!) });
  await until(async () => views.computations > 3);
  answer = 'after';
  await until(async () => seen.length > 1);
  assert.deepEqual(seen, ['before', 'after']);
  views.stop();
});

test('spends a tenth of the time on a view by its cost and pauses at most five seconds', () => {
  const costs = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(costs, (all) => {
      const [quickest, last, pause] = [Math.min(...all), all.at(-1)!, pauseBetween(all)];
      assert.ok(pause >= 250);
      assert.ok(pause - last <= 5_000);
      if (quickest >= 25 && quickest * 10 <= last + 5_000) assert.equal(pause, quickest * 10);
    }),
  );
});

test('an answer may depend on its viewer in any way, and every user gets their own', async () => {
  await fc.assert(
    fc.asyncProperty(crowd, reads, async (all, keys) => {
      const share = startSharing<string>();
      const compute = async (viewer: Viewer | null) => {
        await new Promise(setImmediate);
        return look(viewer, keys);
      };
      const answers = await Promise.all(all.map((viewer) => share({ document: 'x', variables: '', viewer, compute })));
      assert.deepEqual(
        answers,
        all.map((viewer) => look(viewer, keys)),
      );
    }),
  );
});

test('starts computing an answer only after its request, for any number of requests', async () => {
  const share = startSharing<number>();
  let stored = 0;
  let computed = 0;
  const ask = async () => {
    const before = ++stored;
    const compute = async () => {
      computed++;
      const found = stored;
      await new Promise(setImmediate);
      return found;
    };
    assert.ok((await share({ document: 'x', variables: '', viewer: null, compute })) >= before);
  };
  await Promise.all(Array.from({ length: 100 }, ask));
  assert.ok(computed <= 3, `${computed} computations`);
});
