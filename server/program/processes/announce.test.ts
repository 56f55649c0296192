import assert from 'node:assert/strict';
import test from 'node:test';
import { endOnSignal } from './announce.ts';

test('a stop goes on after another SIGTERM, and ends at once only on another Ctrl-C', (t) => {
  const handlers = new Map<string, (signal: string) => void>();
  t.mock.method(process, 'on', (name: string, handler: (signal: string) => void) => {
    handlers.set(name, handler);
    return process;
  });
  const exit = t.mock.method(process, 'exit', () => undefined as never);
  t.mock.timers.enable({ apis: ['Date'], now: 1_000_000 });
  const [stop, atOnce] = [t.mock.fn(() => new Promise<number>(() => {})), t.mock.fn()];
  endOnSignal(stop, atOnce);
  const ask = (signal: string) => handlers.get(signal)!(signal);
  ask('SIGTERM');
  ask('SIGINT'); // the same wish, which came twice
  assert.equal(stop.mock.callCount(), 1);
  t.mock.timers.tick(5_000);
  ask('SIGTERM'); // npm has ended too
  assert.equal(atOnce.mock.callCount() + exit.mock.callCount(), 0);
  ask('SIGINT');
  assert.equal(atOnce.mock.callCount(), 1);
  assert.deepEqual(exit.mock.calls[0]?.arguments, [1]);
});
