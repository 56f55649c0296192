import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { areaText, mostPoints, pointText, readArea } from './area.ts';
import type { Coordinates } from './coordinates.ts';

const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((n) => n / 1e6);
const anywhere = fc.record({ latitude: degrees(90), longitude: degrees(180) });
const written = (points: readonly Coordinates[]) =>
  points.map(({ latitude, longitude }) => `${latitude.toFixed(6)},${longitude.toFixed(6)}`).join(' ');

/** Points around a center in angle order: a ring without intersections. */
const star = fc
  .record({
    centre: fc.record({ latitude: degrees(80), longitude: degrees(170) }),
    reaches: fc.array(fc.integer({ min: 10, max: 900 }), { minLength: 3, maxLength: mostPoints - 1 }),
  })
  .map(({ centre, reaches }) =>
    reaches.map((reach, at) => {
      const angle = (2 * Math.PI * at) / reaches.length;
      const latitude = centre.latitude + (Math.sin(angle) * reach) / 1000;
      return { latitude, longitude: centre.longitude + (Math.cos(angle) * reach) / 1000 };
    }),
  );

test('an accepted area is closed, has 4 to 100 points and few digits, and reads as itself again', () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(anywhere, { minLength: 1, maxLength: 12 }), star), (points) => {
      const read = readArea(written(points));
      if ('fault' in read) return;
      const [part] = read.parts;
      assert.ok(part?.kind === 'polygon');
      assert.deepEqual(part.points[0], part.points.at(-1));
      assert.ok(part.points.length >= 4 && part.points.length <= mostPoints);
      for (const word of areaText(read.parts).split(' ')) assert.match(word, /^-?\d+(\.\d{1,5})?,-?\d+(\.\d{1,5})?$/);
      assert.deepEqual(readArea(areaText(read.parts)), read);
    }),
  );
});

test('accepts an open or closed ring around a point; swapping two points makes it cross', () => {
  fc.assert(
    fc.property(star, (points) => {
      const open = readArea(written(points));
      assert.ok('parts' in open, JSON.stringify(open));
      assert.deepEqual(readArea(written([...points, points[0]!])), open);
    }),
  );
  const square = '50,8 50,9 51,9 51,8';
  assert.ok('parts' in readArea(square));
  assert.deepEqual(readArea('50,8 51,9 50,9 51,8'), { fault: 'error_area_crossed' });
  assert.deepEqual(readArea('50,8 50,9 50,10'), { fault: 'error_area_crossed' }, 'there and back');
  assert.deepEqual(readArea('50,8 50,10 51,9 50,9 49,9'), { fault: 'error_area_crossed' }, 'touches itself');
});

test('refuses too few, too many and impossible points with the reason', () => {
  assert.deepEqual(readArea('50,8 51,8'), { fault: 'error_area_points' });
  assert.deepEqual(readArea('50,8 50,8 51,8 50,8'), { fault: 'error_area_points' });
  const many = Array.from({ length: 100 }, (_, n) => ({
    latitude: 50 + Math.sin((n * Math.PI) / 50),
    longitude: 8 + Math.cos((n * Math.PI) / 50),
  }));
  assert.deepEqual(readArea(written(many)), { fault: 'error_area_points' });
  assert.ok('parts' in readArea(written(many.slice(1))));
  for (const text of ['', 'Berlin', '95,8 50,9 51,9', '50,8 0', '50,8 -3', '50,8 1e3', '<x>=1', 'A=1&2', 'A=1,2']) {
    assert.deepEqual(readArea(text), { fault: 'error_invalid_area' }, text);
  }
});

test('reads circles and codes in addition to polygons, one part per line', () => {
  const read = readArea(' 50,8  51,8 51,9\n\n52.5200001 ; 13.4 2.5\r\nARS = 110000000000 ');
  assert.ok('parts' in read);
  assert.equal(areaText(read.parts), '50,8 51,8 51,9 50,8\n52.52,13.4 2.5\nARS=110000000000');
  assert.equal(pointText({ latitude: -0.000001, longitude: 0.00001 }), '0,0.00001');
});
