import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { sectionOf, tabOf } from './sections.ts';

test('the bar takes its colour from the path', () => {
  const sections = {
    '/': 'start',
    '/events': 'events',
    '/event/7/report/3/message/9': 'events',
    '/event/7/situation-reports': 'events',
    '/groups': 'contacts',
    '/group/2': 'contacts',
    '/person/5': 'contacts',
    '/mailinglists': 'lists',
    '/mailinglist/4': 'lists',
    '/administration/eventtypes': 'other',
    '/administration/grouptypes': 'other',
    '/updateprofile': 'other',
  };
  for (const [path, section] of Object.entries(sections)) assert.equal(sectionOf(path), section, path);
});

test('a path activates the tab it belongs to, otherwise start; the call list activates none', () => {
  assert.equal(tabOf('/event/7/report/3'), 'events');
  assert.equal(tabOf('/group/2'), 'contacts');
  assert.equal(tabOf('/mailinglists'), 'lists');
  assert.equal(tabOf('/person/5'), 'contacts');
  assert.equal(tabOf('/duties'), 'contacts');
  assert.equal(tabOf('/offline'), 'other');
  assert.equal(tabOf('/updateprofile'), 'start');
  assert.equal(tabOf('/'), 'start');
});

test('white writing is readable on the colours of the bar', () => {
  const text = readFileSync('web/ui/global.css', 'utf8');
  const grounds = [...text.matchAll(/--section-(start|events|contacts|lists|other|test): (#[0-9a-f]{6})/g)];
  assert.equal(grounds.length, 7);
  for (const [, section = '', ground = ''] of grounds) {
    const parts = [1, 3, 5].map((at) => Number.parseInt(ground.slice(at, at + 2), 16) / 255);
    const [red = 0, green = 0, blue = 0] = parts.map((part) =>
      part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92,
    );
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    assert.ok(1.05 / (light + 0.05) >= 4.5, section);
  }
});
