import assert from 'node:assert/strict';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before, mock } from 'node:test';
import { sql } from 'kysely';
import { startDelivering } from '#server/alerting/delivery/start.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { steadyPace } from '#server/platform/nodes/work-pace.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { until } from '#testing/until.ts';
import { lifeRequests } from './fetch-life.ts';
import type { OtherPlaceLook } from './other-place.ts';
import { type OtherPlaceWatch, usualLooks, watchOtherPlace } from './watch-other.ts';

let app: TestApp;
before(async () => {
  app = await startTestApp();
  await sql`insert into installation (key_fingerprint, home) values ('\\x00', 'a database')`.execute(app.db); // as a start does
});
after(() => app.stop());

const hour = 3_600_000;
const calm: OtherPlaceLook = { isUncertain: false, hasHeld: false };

/** Clocks that only move by hand, and looks that end by hand. */
function openTrial() {
  const at = { steady: 1_000, wall: 5_000 };
  const open: PromiseWithResolvers<OtherPlaceLook>[] = [];
  return {
    at,
    open,
    clocks: { steady: () => at.steady, wall: () => at.wall },
    look: () => {
      const one = Promise.withResolvers<OtherPlaceLook>();
      open.push(one);
      return one.promise;
    },
  };
}

/** Stops it, and answers what it still asks. */
async function stopAnswered(watch: OtherPlaceWatch, open: PromiseWithResolvers<OtherPlaceLook>[]): Promise<void> {
  const stopping = watch.stop();
  for (const one of open) one.resolve(calm);
  await stopping;
}

test('a start and a process that was stopped look before they send', async () => {
  const { at, open, clocks, look } = openTrial();
  const starting = watchOtherPlace(app, look, { ...usualLooks, every: hour }, clocks);
  await until(() => open.length === 1);
  const early = await Promise.race([starting, new Promise((resolve) => setTimeout(() => resolve('waits'), 50))]);
  assert.equal(early, 'waits', 'it has not looked yet');
  open[0]!.resolve(calm);
  const watch = await starting;
  try {
    await until(() => open.length === 2);
    open[1]!.resolve(calm);
    assert.equal(watch.mayWork(), true);
    // stopped by a signal, asleep, a clock set back: no look is due
    for (const [steady, wall] of [
      [60_000, 60_000],
      [0, 60_000],
      [0, -60_000],
    ] as const) {
      at.steady += steady;
      at.wall += wall;
      const before = open.length;
      assert.equal(watch.mayWork(), false);
      await until(() => open.length > before);
      assert.equal(watch.mayWork(), false, 'the look has no answer yet');
      await until(() => {
        for (const one of open) one.resolve(calm);
        return watch.mayWork();
      });
    }
  } finally {
    await stopAnswered(watch, open);
  }
});

test('an answer that waited while the process was stopped doesn’t count', async () => {
  const { at, open, clocks, look } = openTrial();
  const starting = watchOtherPlace(app, look, { ...usualLooks, every: hour }, clocks);
  await until(() => open.length === 1);
  at.steady += 60_000;
  at.wall += 60_000;
  open[0]!.resolve(calm);
  const watch = await starting;
  try {
    assert.equal(watch.mayWork(), false);
    await until(() => {
      for (const one of open) one.resolve(calm);
      return watch.mayWork();
    });
  } finally {
    await stopAnswered(watch, open);
  }
});

test('looks overlap while the other place can’t be reached, and seldom happen otherwise', async () => {
  const { open, look } = openTrial();
  const starting = watchOtherPlace(app, look, { ...usualLooks, every: hour, often: 20 });
  await until(() => open.length === 1);
  open[0]!.resolve({ isUncertain: true, hasHeld: false });
  const watch = await starting;
  try {
    assert.equal(watch.mayWork(), true, 'a cut between the places stops no alarm');
    await until(() => open.length >= 4); // none of them has ended
    open.at(-1)!.resolve({ isUncertain: false, hasHeld: true });
    await until(() => !watch.mayWork());
  } finally {
    await stopAnswered(watch, open);
  }
});

test('nothing is sent while a hold can’t be recorded', async () => {
  let isAway = true;
  const look = async () => {
    if (isAway) throw Object.assign(new Error('no database'), { code: '57P01' });
    return calm;
  };
  const watch = await watchOtherPlace(app, look, { ...usualLooks, often: 10 });
  try {
    assert.equal(watch.mayWork(), false);
    isAway = false;
    await until(() => watch.mayWork());
  } finally {
    await watch.stop();
  }
});

test('a worker claims nothing until it may work', async () => {
  let mayWork = false;
  const { messageId } = await createRecipients(app.db, { count: 2 });
  const states = async () => {
    const { rows } = await sql<{ status: string; attempts: number }>`
      select distinct status, attempts from message_recipients where message_id = ${messageId}`.execute(app.db);
    return rows;
  };
  let asked = 0;
  const pace = { ...steadyPace, mayWork: () => ++asked > 0 && mayWork };
  const delivering = await startDelivering(app, { ...usualTimes, poll: [10, 20] }, undefined, pace);
  try {
    await until(() => asked > 20);
    assert.deepEqual(await states(), [{ status: 'queued', attempts: 0 }]);
    mayWork = true;
    await until(async () => (await states())[0]?.status === 'sent');
  } finally {
    await delivering.stop();
  }
});

test('a request uses the last known address while names don’t resolve, and asks for one name at a time', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let isAway = false;
  const lookups = mock.method(dns, 'lookup', async () => {
    if (isAway) await new Promise(() => {});
    return [{ address: '127.0.0.1', family: 4 }];
  });
  try {
    const request = lifeRequests(`http://second.example.org:${port}`, 60_000);
    assert.equal((await request()).status, 404);
    isAway = true;
    server.closeAllConnections();
    for (const { status } of await Promise.all([request(), request(), request()])) assert.equal(status, 404);
    assert.equal(lookups.mock.callCount(), 2);
  } finally {
    lookups.mock.restore();
    server.closeAllConnections();
    server.close();
  }
});
