import assert from 'node:assert/strict';
import { test } from 'node:test';
import german from 'hyphen/de/index.js';
import { withSoftHyphens } from './soft-hyphens.ts';

test('a long compound may break before its last part', () => {
  assert.equal(withSoftHyphens('Mitarbeiterinformation'), 'Mitarbeiter\u00adinformation');
  assert.equal(withSoftHyphens('Infektionsausbruch im Haus'), 'Infektions\u00adausbruch im Haus');
  assert.equal(withSoftHyphens('Krankenhausinformationssystem'), 'Krankenhausinformations\u00adsystem');
});

test('short words stay whole', () => {
  assert.equal(withSoftHyphens('Information der Öffentlichkeit, Systeme'), 'Information der Öffentlichkeit, Systeme');
});

test('each break is one of German hyphenation', () => {
  const words =
    `Stromausfälle Stromausfall Heizungsausfalls Laborsysteme Betriebssystems Brandmeldesystemen Brandausbruchs
    Seuchenausbrüchen Gebäudeevakuierung Klinikevakuierungen Presseinformationen Angehörigeninformation Pressemitteilung
    Zwischenmitteilungen Desinformation Ökosystem`.split(/\s+/);
  const breaksOf = (word: string) =>
    [...word.matchAll(/\u00ad/g)].map(({ index }, at) => index - at).filter((place) => place > 0);
  const broken = words.filter((word) => {
    const known = breaksOf(german.hyphenateSync(word));
    assert.ok(
      breaksOf(withSoftHyphens(word)).every((place) => known.includes(place)),
      word,
    );
    return withSoftHyphens(word) !== word;
  });
  assert.equal(broken.length, words.length - 2, 'all but the two with a short first part');
});
