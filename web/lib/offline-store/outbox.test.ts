import assert from 'node:assert/strict';
import { before, mock, test } from 'node:test';

// a signed-in browser with a hanging store
const claims = Buffer.from(JSON.stringify({ sub: '1', exp: 9_999_999_999 })).toString('base64url');
const define = (name: string, value: unknown) => Object.defineProperty(globalThis, name, { value });
define('localStorage', { getItem: () => `header.${claims}.signature`, setItem: () => {}, removeItem: () => {} });
define('indexedDB', { open: () => ({}) });
define('IDBKeyRange', { bound: () => ({}) });
Reflect.deleteProperty(globalThis, 'BroadcastChannel'); // it would keep the test from ending

let unsent: typeof import('./outbox.ts');
before(async () => {
  unsent = await import('./outbox.ts');
});

test('a hanging store delays neither an alarm nor an entry', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const key = unsent.keyOfLaunch('1,2');
    const report = { id: '1', title: 'Brand', path: '/event/1/report/1', isLive: false };
    const isKept = unsent.addToOutbox({ kind: 'launch', id: 'key', intent: '1,2', report });
    mock.timers.tick(5000);
    assert.equal(await key, undefined);
    assert.equal(await isKept, false);
  } finally {
    mock.timers.reset();
  }
});
