import assert from 'node:assert/strict';
import test from 'node:test';
import { connect } from '#server/database/connect.ts';
import { startTestApp } from '#server/testing/app.ts';
import { until } from '#server/testing/until.ts';
import { startProxy } from '../../faults/proxy.ts';
import { startProgress } from './progress.ts';

test('what could not be told while the database was away is told when it is back', async () => {
  const app = await startTestApp();
  const { hostname: host, port } = new URL(app.database.url);
  const cable = await startProxy({ host, port: Number(port) });
  const through = new URL(app.database.url);
  through.port = String(cable.port);
  const behind = connect(through.href, () => {}, { queryTimeout: 200 });
  let failures = 0;
  const log = { debug: () => failures++ } as unknown as typeof app.log;
  const progress = startProgress({ db: behind.db, log }, 20);
  const heard = new Set<number>();
  for (const id of [7, 8]) app.live.watch(`message:${id}`, () => heard.add(id));
  try {
    cable.pull();
    progress.changed([7]);
    await until(async () => failures > 0, 60_000);
    assert.equal(heard.size, 0);
    progress.changed([8]);
    cable.plug();
    await until(async () => heard.size === 2, 60_000);
  } finally {
    await progress.stop();
    await behind.close();
    await cable.stop();
    await app.stop();
  }
});
