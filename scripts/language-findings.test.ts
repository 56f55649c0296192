import assert from 'node:assert/strict';
import test from 'node:test';
import { choiceFindings, type TextsByKey, textFindings } from './language-findings.ts';

const german: TextsByKey = new Map([
  ['common:save', 'Speichern'],
  ['common:hello', 'Guten Tag, {{name}}'],
  ['events:people_zero', 'niemand'],
  ['events:people_one', '{{count}} Person'],
  ['events:people_other', '{{count}} Personen'],
]);
const english = {
  'common:save': 'Save',
  'common:hello': 'Hello, {{name}}',
  'events:people_zero': 'nobody',
  'events:people_one': '{{count}} person',
  'events:people_other': '{{count}} people',
};
const findings = (language: string, texts: Record<string, string>) =>
  textFindings(language, german, new Map(Object.entries(texts)));

test('reports a language without folder and the remedy', () => {
  assert.deepEqual(findings('nl', {}), [
    'web/public/locales/nl is missing: copy the folder of another language and translate it',
  ]);
});

test('accepts a complete language', () => {
  assert.deepEqual(findings('en', english), []);
});

test('reports missing, unknown and differently filled texts', () => {
  const { 'common:save': _save, ...rest } = english;
  assert.deepEqual(findings('en', { ...rest, 'common:hello': 'Hello', 'common:more': 'More' }), [
    'common:save is missing in en',
    'common:hello inserts other values in en than in de',
    'common:more is missing in de',
  ]);
});

test('a language has its own plurals, not those of the source', () => {
  assert.deepEqual(findings('pl', english), [
    'events:people_few is missing in pl',
    'events:people_many is missing in pl',
  ]);
  const { 'events:people_one': _one, ...japanese } = english;
  assert.deepEqual(findings('ja', japanese), []);
});

test('reports code that requests one language', () => {
  const files = ["const a = language === 'en' ? b : c;", "if (i18n.language !== 'de') d();", "const e = words['de'];"];
  assert.equal(choiceFindings(files.map((text, at) => ({ path: `web/${at}.ts`, text }))).length, 3);
  assert.deepEqual(choiceFindings([{ path: 'web/a.ts', text: 'const a = textIn(texts, language);' }]), []);
});
