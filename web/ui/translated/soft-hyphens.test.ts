import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withSoftHyphens } from './soft-hyphens.ts';

test('a long compound may break before its last part', () => {
  assert.equal(withSoftHyphens('Mitarbeiterinformation'), 'Mitarbeiter\u00adinformation');
  assert.equal(withSoftHyphens('Infektionsausbruch im Haus'), 'Infektions\u00adausbruch im Haus');
  assert.equal(withSoftHyphens('Krankenhausinformationssystem'), 'Krankenhausinformations\u00adsystem');
});

test('short words stay whole', () => {
  assert.equal(withSoftHyphens('Information der Öffentlichkeit, Systeme'), 'Information der Öffentlichkeit, Systeme');
});
