import assert from 'node:assert/strict';
import test from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GreetingWaits, type SoundSource, whoAnswers } from './greeting.ts';

const never = new Promise<never>(() => {});
// speech counts by its own length, so only the ends depend on the clock
const waits: GreetingWaits = { quiet: 200, speech: 4_000, longest: 60_000 };

function call(interrupted: Promise<unknown> = never, more: Partial<GreetingWaits> = {}) {
  const voice: SoundSource = { onSound: () => {} };
  const answered = whoAnswers(voice, { ...waits, ...more }, interrupted);
  const speak = (milliseconds: number) => {
    for (let at = 0; at < milliseconds; at += 20) voice.onSound(20);
  };
  return { answered, speak };
}

test('silence and a short greeting are a person', async () => {
  assert.equal(await call().answered, 'person');
  const { answered, speak } = call();
  speak(3_980);
  assert.equal(await answered, 'person');
});

test('speech without an end is a machine, and the message waits for its tone', async () => {
  const { answered, speak } = call(never, { quiet: 2_000 });
  speak(4_000);
  assert.equal(await Promise.race([answered, nextTurn('goes on')]), 'goes on');
  speak(1_000);
  assert.equal(await answered, 'machine');
});

test('a machine that never ends is left a message after the limit', async () => {
  const { answered, speak } = call(never, { quiet: 60_000, longest: 50 });
  speak(4_000);
  assert.equal(await answered, 'machine');
});

test('a key is a person, also during a greeting', async () => {
  assert.equal(await call(Promise.resolve(), { quiet: 60_000 }).answered, 'person');
  const key = Promise.withResolvers<void>();
  const { answered, speak } = call(key.promise, { quiet: 60_000 });
  speak(9_000);
  key.resolve();
  assert.equal(await answered, 'person');
});

test('sounds again and again delay the message only for a while', async () => {
  const { answered, speak } = call(never, { quiet: 60_000, speech: 50 });
  speak(20);
  assert.equal(await answered, 'person');
});
