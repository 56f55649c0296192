import assert from 'node:assert/strict';
import test from 'node:test';
import { writtenIn } from './label.ts';
import { acceptedLanguage, knownLanguage, languageOf, localeOf, visitorsLanguage } from './languages.ts';

test('recognizes a language by code and by its name in any language', () => {
  for (const text of ['en', 'EN', 'en-GB', 'en_US', 'English', ' englisch', 'English (UK)']) {
    assert.equal(knownLanguage(text), 'en', text);
  }
  for (const text of ['de', 'de-AT', 'Deutsch', 'German']) assert.equal(knownLanguage(text), 'de', text);
  for (const text of ['fr', 'entirely', 'constructor', '', null, undefined]) assert.equal(knownLanguage(text), null);
});

test('uses German for an unknown language', () => {
  assert.equal(languageOf('fr'), 'de');
  assert.equal(localeOf('fr'), 'de-DE');
  assert.equal(localeOf('en'), 'en-GB');
});

test('a visitor gets the requested language, else the first of the browser, else German', () => {
  assert.equal(visitorsLanguage('en', 'de'), 'en');
  assert.equal(visitorsLanguage(undefined, 'fr-CH, en;q=0.9, de;q=0.7'), 'en');
  assert.equal(visitorsLanguage(undefined, 'de-AT,en;q=0.9'), 'de');
  assert.equal(visitorsLanguage(undefined, 'de;q=0, en;q=0.1'), 'en');
  assert.equal(visitorsLanguage('xx', 'fr'), 'de');
  assert.equal(visitorsLanguage(['en'], undefined), 'de');
  assert.equal(acceptedLanguage('fr, es'), null);
});

test('falls back to German for a missing translation', () => {
  assert.equal(writtenIn({ de: 'Entwurf', en: 'Draft' }, 'en'), 'Draft');
  assert.equal(writtenIn({ de: 'Entwurf', en: ' ' }, 'en'), 'Entwurf');
  assert.equal(writtenIn({ de: 'Entwurf', en: null }, 'en'), 'Entwurf');
  assert.equal(writtenIn({ de: 'Entwurf', en: 'Draft' }, 'fr'), 'Entwurf');
});
