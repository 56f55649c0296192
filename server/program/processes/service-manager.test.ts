import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { serviceManager } from '#server/platform/config.ts';
import { until } from '#testing/until.ts';
import { reportToManager } from './service-manager.ts';

// In a process of its own: replaces PATH.

const windows = process.platform === 'win32';

test('reports start, running event loop and stop through systemd-notify', { skip: windows }, async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-manager-'));
  const [before, sent] = [process.env['PATH'], path.join(dir, 'sent')];
  t.after(() => {
    process.env['PATH'] = before;
    return rm(dir, { recursive: true, force: true });
  });
  writeFileSync(path.join(dir, 'systemd-notify'), `#!/bin/sh\necho "$@" >> '${sent}'\n`, { mode: 0o755 });
  process.env['PATH'] = `${dir}:${before}`;
  const lines = () => (existsSync(sent) ? readFileSync(sent, 'utf8').trim().split('\n') : []);
  const manager = reportToManager({ warn: assert.fail }, { watchdog: 60 });
  manager.ready();
  await until(async () => lines().length >= 4);
  manager.stopping();
  // a sign of life may be under way
  await until(async () => lines().includes('STOPPING=1'));
  const [first, ...rest] = lines().filter((line) => line !== 'STOPPING=1');
  assert.equal(first, '--ready');
  assert.ok(rest.every((line) => line === 'WATCHDOG=1'));

  process.env['PATH'] = path.join(dir, 'nothing');
  const warnings: object[] = [];
  const lost = reportToManager({ warn: ((entry: object) => void warnings.push(entry)) as never }, { watchdog: 0 });
  lost.ready();
  lost.stopping();
  await until(async () => warnings.length > 0);
  assert.deepEqual(warnings, [{ event: 'service_manager_unreachable', reason: 'ENOENT' }]);
});

test('a report that hangs holds back no later one', { skip: windows }, async (t) => {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-manager-'));
  const [before, sent] = [process.env['PATH'], path.join(dir, 'sent')];
  t.after(() => {
    process.env['PATH'] = before;
    return rm(dir, { recursive: true, force: true });
  });
  writeFileSync(path.join(dir, 'systemd-notify'), `#!/bin/sh\necho "$@" >> '${sent}'\nexec sleep 600\n`, {
    mode: 0o755,
  });
  process.env['PATH'] = `${dir}:${before}`;
  const warnings: object[] = [];
  const log = { warn: ((entry: object) => void warnings.push(entry)) as never };
  const manager = reportToManager(log, { watchdog: 60 }, 200);
  manager.ready();
  await until(async () => existsSync(sent) && readFileSync(sent, 'utf8').trim().split('\n').length >= 4);
  manager.stopping();
  assert.deepEqual(warnings, [{ event: 'service_manager_unreachable', reason: null }]);
});

test('a start without a service manager reports nothing', () => {
  assert.equal(serviceManager({}), null);
  assert.deepEqual(serviceManager({ NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '60000000' }), {
    watchdog: 60_000,
  });
  reportToManager({ warn: assert.fail }, null).ready();
});
