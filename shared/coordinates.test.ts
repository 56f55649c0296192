import assert from 'node:assert/strict';
import test from 'node:test';
import { coordinatesText, readCoordinates } from './coordinates.ts';

test('reads a point as people and maps write it and writes no superfluous digits', () => {
  for (const text of ['49.4874,8.4660', '49.4874; 8.466', ' 49.4874 , 8.466 ']) {
    assert.equal(coordinatesText(readCoordinates(text)!), '49.4874,8.466');
  }
  assert.equal(coordinatesText({ latitude: -33.123456789, longitude: 180 }), '-33.123457,180');
});

test('refuses text that is not a point on earth', () => {
  for (const text of ['', '49.4874', '91,8', '49,181', '49,8,7', '49,4 8,4', 'x,y', '49.,8']) {
    assert.equal(readCoordinates(text), null, text);
  }
});
