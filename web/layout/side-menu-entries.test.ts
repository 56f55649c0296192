import assert from 'node:assert/strict';
import test from 'node:test';
import { visibleEntries } from './side-menu-entries.ts';

const entry = (identifier: string, title: string, link = '/', type = 'internal') => ({ identifier, title, link, type });
const entries = [
  entry('070', 'Administration', '/administration'),
  entry('060', 'Administration', '', 'separator'),
  entry('010', 'Start'),
  entry('020', 'Ereignisse', '/events'),
];
const shown = (isAdministrator: boolean) =>
  visibleEntries(entries, isAdministrator).map(({ identifier }) => identifier);

test('entries stand in the order of their identifiers', () => {
  assert.deepEqual(shown(true), ['010', '020', '060', '070']);
});

test('the administration and the line before it are for administrators only', () => {
  assert.deepEqual(shown(false), ['010', '020']);
});

test('the administration is known by its link too, whatever it is called', () => {
  assert.deepEqual(visibleEntries([entry('1', 'Verwaltung', '#/administration')], false), []);
});
