import assert from 'node:assert/strict';
import test from 'node:test';
import { SpeechMeter } from './speech-meter.ts';

/** Returns how many of these pieces of sound are speech. */
function speechIn(levels: readonly number[]): number {
  const meter = new SpeechMeter();
  return levels.filter((level) => meter.isSpeech(level)).length;
}
const seconds = (length: number, level: (at: number) => number) =>
  Array.from({ length: 50 * length }, (_, at) => level(at));

test('words with their short pauses are speech, also above some noise', () => {
  assert.equal(speechIn(seconds(6, (at) => (at % 10 === 0 ? 40 : 2_000))), 270);
  assert.equal(speechIn(seconds(6, (at) => (at % 10 === 0 ? 300 : 2_000))), 270);
});

test('the noise of a line, of a hall, and a tone are not', () => {
  assert.equal(speechIn(seconds(6, (at) => (at % 10 === 0 ? 8 : 200))), 0);
  assert.equal(speechIn(seconds(6, (at) => 1_500 + 700 * Math.sin(at))), 0);
  assert.equal(speechIn(seconds(6, () => 8_000)), 0);
});

test('a name said in a noisy hall is speech, and the noise after it is a pause', () => {
  const levels = [...seconds(1, () => 900), ...seconds(1, () => 4_000), ...seconds(4, () => 900)];
  assert.equal(speechIn(levels), 50);
});
