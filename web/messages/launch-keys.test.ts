import assert from 'node:assert/strict';
import test from 'node:test';
import { CombinedError } from 'urql';
import { isUncertain, launchOnce } from './launch-keys.ts';

const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'sessionStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
});

const told = (code: string, seconds = '') =>
  new CombinedError({
    graphQLErrors: [{ message: code, extensions: { code } }],
    response: new Response(null, { headers: { 'retry-after': seconds } }),
  });
const lost = new CombinedError({ networkError: new Error('reset') });

/** A server with these answers, and the received keys. */
function serverThat(...answers: (CombinedError | undefined)[]) {
  const keys: string[] = [];
  return { keys, ask: async (key: string) => ({ error: answers[keys.push(key) - 1] }) };
}

test('repeats the same intent with the same key while the database is unavailable', async () => {
  const { keys, ask } = serverThat(told('UNAVAILABLE', '0.01'), told('UNAVAILABLE', '0.01'), undefined);
  assert.equal((await launchOnce('report', ask)).error, undefined);
  assert.deepEqual([keys.length, new Set(keys).size], [3, 1]);
});

test('an uncertain launch keeps its key for the next try; an answered one does not', async () => {
  const away = told('UNAVAILABLE', '0.01');
  const answers = [lost, told('UNAVAILABLE'), ...Array<CombinedError>(6).fill(away), told('CONFLICT'), undefined];
  const { keys, ask } = serverThat(...answers);
  const launch = () => launchOnce('report', ask);
  const uncertain = [];
  for (let n = 0; n < 5; n++) uncertain.push(isUncertain((await launch()).error));
  assert.deepEqual(uncertain, [true, true, true, false, false]);
  assert.deepEqual([keys.length, new Set(keys.slice(0, 9)).size, new Set(keys).size], [10, 1, 2]);
});
