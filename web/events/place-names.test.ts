import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { placeNames } from './place-names.ts';

test('distinguishes places of one name by their address, and by a number if that is equal', () => {
  const places = [
    { name: 'Haus A', address: 'Nordweg 1' },
    { name: 'haus a', address: 'Südweg 2' },
    { name: 'Haus A', address: 'Nordweg 1' },
    { name: 'Haus A', address: null },
    { name: 'Parkhaus', address: 'Südweg 3' },
  ];
  assert.deepEqual(placeNames(places), [
    'Haus A, Nordweg 1',
    'haus a, Südweg 2',
    'Haus A, Nordweg 1 (2)',
    'Haus A',
    'Parkhaus',
  ]);
});

test('no two places have the same label, and each begins with its name', () => {
  const name = fc.constantFrom('Haus', 'haus ', 'Haus (2)', 'Haus, Weg', 'Hof');
  const address = fc.constantFrom(null, 'Weg', 'weg', '(2)');
  fc.assert(
    fc.property(fc.array(fc.record({ name, address }), { maxLength: 8 }), (places) => {
      const names = placeNames(places);
      assert.equal(new Set(names.map((one) => one.trim().toLowerCase())).size, places.length);
      for (const [index, place] of places.entries()) assert.ok(names[index]!.startsWith(place.name));
    }),
  );
});
