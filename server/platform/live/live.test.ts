import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { connect, type Database } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { until } from '#testing/until.ts';
import { startProxy } from '../../../faults/proxy.ts';
import { type Live, publish, startLive } from './live.ts';
import type { Changes, Topic } from './topics.ts';

let database: TestDatabase;
let connected: Database;
let live: Live;
before(async () => {
  database = await createTestDatabase();
  connected = connect(database.url);
  live = await startLive(database.url);
});
after(async () => {
  await live.stop();
  await connected.close();
  await database.drop();
});

const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2_000_000_000 }), { maxLength: 60 });
const many = ids.map((some) => some.flatMap((id) => Array.from({ length: 50 }, (_, n) => id + n)));
const changes: fc.Arbitrary<Changes> = fc.record(
  {
    event: ids,
    message: many,
    session: fc.array(fc.uuid(), { maxLength: 300 }),
    ended: fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }).map((key) => key.toWellFormed())),
    running: fc.constant(true as const),
    work: fc.constant(true as const),
  },
  { requiredKeys: [] },
);
const topicsOf = (list: readonly Changes[]): Set<Topic> =>
  new Set(
    list.flatMap((one) =>
      Object.entries(one).flatMap(([kind, some]: [string, true | readonly (number | string)[]]) =>
        some === true ? [kind as Topic] : some.map((id) => `${kind}:${id}` as Topic),
      ),
    ),
  );

let last = 0;
/** Returns the received notifications of these topics and their numbers. */
async function heardOf(topics: Iterable<Topic>, work: () => Promise<unknown>): Promise<Map<Topic, number>> {
  const heard = new Map<Topic, number>();
  const forget = [...topics].map((topic) => live.watch(topic, () => heard.set(topic, (heard.get(topic) ?? 0) + 1)));
  await work();
  const end: Topic = `exercise:${++last}`;
  let isOver = false;
  forget.push(
    live.watch(end, () => {
      isOver = true;
    }),
  );
  await publish(connected.db, { exercise: [last] });
  await until(async () => isOver);
  for (const stop of forget) stop();
  return heard;
}

test('delivers each item of a transaction once, in any amount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { maxLength: 4 }), async (list) => {
      const topics = topicsOf(list);
      const heard = await heardOf(topics, () =>
        withRetries(connected.db, async (tx) => {
          for (const one of list) await publish(tx, one);
        }),
      );
      assert.deepEqual(new Set(heard.keys()), topics);
      assert.ok([...heard.values()].every((times) => times === 1));
    }),
    { numRuns: 20 },
  );
});

test('never delivers rolled-back notifications', async () => {
  const heard = await heardOf(['event:1', 'running'], () =>
    withRetries(connected.db, async (tx) => {
      await publish(tx, { event: [1], running: true });
      throw new Error('taken back');
    }).catch(() => undefined),
  );
  assert.equal(heard.size, 0);
});

test('replaces a silent connection that never closes', async () => {
  const { hostname: host, port } = new URL(database.url);
  const cable = await startProxy({ host, port: Number(port) });
  const through = new URL(database.url);
  through.port = String(cable.port);
  const behind = await startLive(through.href, { every: 100, within: 300 });
  try {
    let heard = 0;
    behind.watch('event:7', () => heard++);
    const all: (Topic | null)[] = [];
    behind.watchAll((topic) => all.push(topic));
    const first = behind.hearing();
    assert.ok(first);
    cable.pull();
    await publish(connected.db, { event: [7] });
    await until(async () => behind.hearing() === null);
    assert.equal(heard, 0);
    assert.deepEqual(all, [null], 'the loss');
    cable.plug();
    await until(async () => heard > 0); // watchers reload, because they may have missed changes
    assert.ok(behind.hearing()! > first);
    assert.equal(all.at(-1), null, 'the new connection');
    const before = heard;
    await publish(connected.db, { event: [7] });
    await until(async () => heard > before);
  } finally {
    await behind.stop();
    await cable.stop();
  }
});

test('ending a watch twice does not end later watches of the same name', async () => {
  const endFirst = live.watch('running', () => {});
  endFirst();
  let heard = 0;
  const end = live.watch('running', () => heard++);
  endFirst();
  await publish(connected.db, { running: true });
  await until(async () => heard === 1);
  end();
});
