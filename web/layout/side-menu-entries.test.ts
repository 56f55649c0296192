import assert from 'node:assert/strict';
import test from 'node:test';
import { featuresOf, type Role, roles } from '#shared/permissions.ts';
import { visibleEntries } from './side-menu-entries.ts';

const entry = (identifier: string, title: string, link = '/', type = 'internal') => ({ identifier, title, link, type });
const entries = [
  entry('070', 'Administration', '/administration'),
  entry('060', 'Administration', '', 'separator'),
  entry('010', 'Start'),
  entry('030', 'Kontaktpersonen', '#/groups'),
  entry('040', 'Verteiler', '/mailinglists'),
  entry('050', 'Übungspostfach', '/exercise-mailbox'),
  entry('055', 'Wetter', 'https://example.org/', 'external'),
  entry('020', 'Ereignisse', '/events?filter=archive'),
];
const shownTo = (...held: Role[]) => {
  const features = featuresOf(held);
  return visibleEntries(entries, (feature) => features.includes(feature)).map(({ identifier }) => identifier);
};

test('orders entries by identifier, and none leads to a refusal', () => {
  assert.deepEqual(shownTo(...roles), ['010', '020', '030', '040', '050', '055', '060', '070']);
  assert.deepEqual(shownTo('contact_manager'), ['010', '030', '055']);
  assert.deepEqual(shownTo('mailing_list_manager'), ['010', '040', '055']);
  for (const role of ['crisis_manager', 'documentation_officer', 'editor'] as const)
    assert.deepEqual(shownTo(role), ['010', '020', '050', '055'], role);
});

test('only administrators see administration, its divider and the events that only they archive', () => {
  assert.deepEqual(shownTo('administrator'), ['010', '020', '050', '055', '060', '070']);
});

test('recognizes the administration by its link and its title', () => {
  const others = [entry('1', 'Verwaltung', '#/administration'), entry('2', 'Administration', '/start')];
  assert.deepEqual(
    visibleEntries(others, () => false),
    [],
  );
});
