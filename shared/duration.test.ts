import assert from 'node:assert/strict';
import test from 'node:test';
import { durationText } from './duration.ts';

test('shows a duration in its two largest units', () => {
  const cases: [number, string][] = [
    [-5, '0 secs'],
    [400, '0 secs'],
    [59_000, '59 secs'],
    [60_000, '1 min'],
    [80_000, '1 min 20 secs'],
    [3_600_000, '1 hr'],
    [3_660_500, '1 hr 1 min'],
    [90_061_000, '25 hrs 1 min'],
  ];
  for (const [given, text] of cases) assert.equal(durationText(given, 'en').replaceAll('\u00a0', ' '), text);
  assert.equal(durationText(330_000, 'de').replaceAll('\u00a0', ' '), '5 Min. 30 Sek.');
});
