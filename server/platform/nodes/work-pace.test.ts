import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Live, publish, startLive } from '#server/platform/live/live.ts';
import type { Topic } from '#server/platform/live/topics.ts';
import { createLog } from '#server/platform/log.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { until } from '#testing/until.ts';
import { type Outlook, openWorkPace } from './work-pace.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app.stop());

const silent = createLog('silent');
const hour = 3_600_000;
const nothing: Outlook = { isOpen: false, dueIn: null };

/** Starts a loop that rests for an hour once nothing happens, and counts its turns. */
function startCounted(live: Pick<Live, 'watchAll' | 'hearing'>, outlook: () => Outlook, calm = hour) {
  const pace = openWorkPace(live, { calm: [calm, calm], calmAfter: 20 });
  let turns = 0;
  const loop = pace.loop(silent, 'test', [5, 10], async () => {
    turns++;
    return outlook();
  });
  return {
    turns: () => turns,
    endRests: pace.endRests,
    /** Waits until no turn happens for a moment. */
    rests: () =>
      until(async () => {
        const before = turns;
        await sleep(100);
        return turns === before;
      }),
    async stop() {
      pace.stop();
      await loop.stop();
    },
  };
}

/** A connection for notifications that works or not. */
function fakeLive() {
  let heard = (_: Topic | null) => {};
  const state = { connection: 1 as number | null };
  return {
    state,
    notify: (topic: Topic | null) => heard(topic),
    hearing: () => state.connection,
    watchAll: (listener: typeof heard) => {
      heard = listener;
      return () => {};
    },
  };
}

test('a loop rests while nothing happens; a notification of any topic wakes it', async () => {
  const counted = startCounted(app.live, () => nothing);
  try {
    await counted.rests();
    const before = counted.turns();
    await publish(app.db, { event: [7] });
    await until(async () => counted.turns() > before);
    await counted.rests();
  } finally {
    await counted.stop();
  }
});

test('after a notification, a resting loop waits for its usual pause', async () => {
  const live = fakeLive();
  const pace = openWorkPace(live, { calm: [hour, hour], calmAfter: 20 });
  const turns: number[] = [];
  const loop = pace.loop(silent, 'test', [400, 400], async () => {
    turns.push(performance.now());
    return nothing;
  });
  // longer than the usual pause
  await until(async () => {
    const before = turns.length;
    await sleep(1_000);
    return turns.length === before;
  });
  const before = turns.length;
  const notifiedAt = performance.now();
  live.notify(null);
  await until(async () => turns.length > before);
  assert.ok(turns[before]! - notifiedAt > 390);
  pace.stop();
  await loop.stop();
});

test('a process that tests its reception wakes no loop', async () => {
  const live = fakeLive();
  const counted = startCounted(live, () => nothing);
  await counted.rests();
  const before = counted.turns();
  live.notify('ready:1');
  await sleep(100);
  assert.equal(counted.turns(), before);
  live.notify(null); // the connection was lost and is back
  await until(async () => counted.turns() > before);
  await counted.stop();
});

test('without a notification, a resting loop finds work after its longest rest', async () => {
  const counted = startCounted(fakeLive(), () => nothing, 150);
  const before = counted.turns();
  await until(async () => counted.turns() > before + 8);
  await counted.stop();
});

test('a resting loop wakes when the work that it saw becomes due', async () => {
  // a busy machine may need longer to see the rest
  for (let span = 500; ; span *= 4) {
    const dueAt = performance.now() + span;
    const counted = startCounted(fakeLive(), () => ({ isOpen: false, dueIn: dueAt - performance.now() }));
    await counted.rests();
    const before = counted.turns();
    const hasRested = performance.now() < dueAt;
    if (hasRested) await until(async () => counted.turns() > before && performance.now() > dueAt);
    await counted.stop();
    if (hasRested) return;
    assert.ok(span < 30_000, 'it rested before');
  }
});

test('a resting loop wakes when the connection for notifications is lost, and for work found before', async () => {
  const live = fakeLive();
  const counted = startCounted(live, () => nothing);
  await counted.rests();
  live.state.connection = null;
  let before = counted.turns();
  counted.endRests();
  await until(async () => counted.turns() > before);
  live.state.connection = 2;
  await counted.rests();
  live.state.connection = null;
  before = counted.turns();
  live.notify(null);
  await until(async () => counted.turns() > before + 5);
  await counted.stop();
});

test('no loop rests while work is open or the connection for notifications is lost', async () => {
  let outlook = { ...nothing, isOpen: true };
  const live = fakeLive();
  const counted = startCounted(live, () => outlook);
  const goesOn = async () => {
    const before = counted.turns();
    await sleep(200);
    await until(async () => counted.turns() > before + 5);
  };
  await goesOn();
  live.state.connection = null;
  outlook = nothing;
  await goesOn();
  live.state.connection = 2;
  await counted.rests();
  await counted.stop();
});

/** Starts two watched loops and their common look, which pauses for `calm` milliseconds. */
function startWatched(look: () => Promise<readonly string[]>) {
  const pace = openWorkPace(fakeLive(), { calm: [100, 100], calmAfter: 20, watched: [hour, hour] });
  const turns = { one: 0, other: 0 };
  const start = (name: keyof typeof turns) =>
    pace.loop(silent, name, [5, 10], async () => void turns[name]++, { isWatched: true });
  const loops = [start('one'), start('other'), pace.lookFor(silent, look)];
  return {
    turns,
    async stop() {
      pace.stop();
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

/** Waits until neither loop takes a turn for several looks. */
const untilRested = (turns: { one: number; other: number }) =>
  until(async () => {
    const before = { ...turns };
    await sleep(500);
    return turns.one === before.one && turns.other === before.other;
  });

test('a common look wakes the loops that it names, while the others rest', async () => {
  let due: string[] = [];
  const { turns, stop } = startWatched(async () => due);
  try {
    await untilRested(turns);
    const before = { ...turns };
    due = ['one'];
    await until(() => turns.one > before.one + 2);
    assert.equal(turns.other, before.other);
  } finally {
    await stop();
  }
});

for (const [name, look] of [
  ['fails', () => Promise.reject(new Error('no answer'))],
  ['names a loop that this release lacks', async () => ['later']],
  ['hangs', () => sleep(2_000, [] as string[])],
] as const)
  test(`if the common look ${name}, each loop looks for itself`, async () => {
    let isWell = true;
    const { turns, stop } = startWatched(async () => (isWell ? [] : look()));
    try {
      await untilRested(turns);
      const before = { ...turns };
      isWell = false;
      await until(() => turns.one > before.one + 3 && turns.other > before.other + 3);
      isWell = true;
      await untilRested(turns);
    } finally {
      await stop();
    }
  });

test('a failed turn repeats soon', async () => {
  let failures = 2;
  const counted = startCounted(fakeLive(), () => {
    if (failures-- > 0) throw new Error('once more');
    return nothing;
  });
  await until(async () => counted.turns() >= 3);
  await counted.stop();
});

test('a loop of a real connection does not rest before it is open', async () => {
  const live = await startLive('postgres://nobody@127.0.0.1:1/none');
  const counted = startCounted(live, () => nothing);
  await until(async () => counted.turns() > 20);
  await counted.stop();
  await live.stop();
});

test('no loop takes its turn or rests while the process may not work', async () => {
  const live = fakeLive();
  let mayWork = false;
  let [asked, turns] = [0, 0];
  const pace = openWorkPace(live, { calm: [hour, hour], calmAfter: 20 }, () => ++asked > 0 && mayWork);
  const loop = pace.loop(silent, 'test', [5, 10], async () => void turns++);
  try {
    await until(() => asked > 20);
    assert.equal(turns, 0);
    mayWork = true;
    await until(() => turns > 0);
  } finally {
    pace.stop();
    await loop.stop();
  }
});
