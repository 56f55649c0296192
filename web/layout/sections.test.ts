import assert from 'node:assert/strict';
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

test('a path activates the tab that it contains, otherwise start', () => {
  assert.equal(tabOf('/event/7/report/3'), 'events');
  assert.equal(tabOf('/group/2'), 'contacts');
  assert.equal(tabOf('/mailinglists'), 'lists');
  assert.equal(tabOf('/administration/grouptypes'), 'contacts');
  assert.equal(tabOf('/person/5'), 'start');
  assert.equal(tabOf('/updateprofile'), 'start');
  assert.equal(tabOf('/'), 'start');
});
