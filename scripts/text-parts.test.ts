import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { languageCodes } from '#shared/languages.ts';
import { phoneRemarkKeys } from '#shared/phone-remarks.ts';
import { firstConcepts, partOf, partsOfRefusal, textParts } from '#web/lib/texts.ts';
import { sourceFiles } from './source-files.ts';

const concepts = globSync('web/public/locales/de/*.json').map((file) => path.basename(file, '.json'));
// the sign-in page loads its parts itself
const sources = sourceFiles('web').filter((file) => !/\.test\.ts$|^web\/sign-in\//.test(file.path));

/** The concepts whose texts a file waits for. */
const awaitedIn = (text: string): string[] =>
  [...text.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, named = '']) =>
    [...named.matchAll(/'(\w+)'/g)].map(([, concept = '']) => concept),
  );

test('every refusal has its text in a part, in every language', () => {
  for (const language of languageCodes) {
    const texts: object = JSON.parse(readFileSync(`web/public/locales/${language}/apiMessage.json`, 'utf8'));
    for (const key of Object.keys(texts)) {
      const parts = partsOfRefusal(key);
      assert.ok(parts.length > 0 && parts.every((part) => textParts.includes(part)), `${language} ${key}`);
    }
  }
});

test('refusals of rosters come with the texts of rosters, those of the account with its own', () => {
  for (const key of ['error_shift_end', 'error_roster_full', 'error_calendar_unread'])
    assert.ok(partsOfRefusal(key).includes(partOf('roster')), key);
  for (const key of ['error_password_short', 'totp_invalid', 'error_passkey_taken', ...Object.values(phoneRemarkKeys)])
    for (const concept of ['auth', 'totp']) assert.ok(partsOfRefusal(key).includes(partOf(concept)), key);
});

test('refusals of drafts, files and contacts come with the texts of their pages', () => {
  assert.deepEqual(partsOfRefusal('error_read_only_block'), [partOf('drafts')]);
  assert.deepEqual(partsOfRefusal('error_missing_link'), [partOf('contacts')]);
  for (const concept of ['situationReports', 'fields'])
    assert.ok(partsOfRefusal('error_file_too_large').includes(partOf(concept)), concept);
  for (const key of ['error_forbidden', 'error_follow_up_recipients', 'error_changed_meanwhile'])
    assert.deepEqual(partsOfRefusal(key), ['first'], key);
});

test('obstacles of a launch come with the texts of messages and of triggers, which show them at once', () => {
  const source = readFileSync('server/alerting/launch/prepare.ts', 'utf8');
  const obstacles = Array.from(source.matchAll(/'(error_\w+)'/g), ([, key = '']) => key);
  assert.ok(obstacles.includes('error_open_placeholders'));
  for (const key of obstacles)
    for (const concept of ['messages', 'administration'])
      assert.ok(
        partsOfRefusal(key).some((part) => part === 'first' || part === partOf(concept)),
        `${concept} ${key}`,
      );
});

test('a refusal that a file shows by itself comes with the texts of the file', () => {
  const shown = sources.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\bapiMessage(?:\(|:)['"]?(\w+)['"]/g)].map(([, key = '']) => ({ file, text, key })),
  );
  assert.ok(shown.length > 0);
  for (const { file, text, key } of shown) {
    const there = ['first', ...awaitedIn(text).map((concept) => partOf(concept))];
    assert.ok(
      partsOfRefusal(key).some((part) => there.includes(part)),
      `${file} ${key}`,
    );
  }
});

test('every file waits for the texts that it shows, unless the first screen has them', () => {
  const missing = sources.flatMap(({ path: file, text }) =>
    [...text.matchAll(/\bt\(\s*['`](\w+):/g)]
      .map(([, concept = '']) => concept)
      .filter((concept) => concepts.includes(concept) && !firstConcepts.includes(concept))
      .filter((concept) => !awaitedIn(text).includes(concept))
      .map((concept) => `${file} ${concept}`),
  );
  // rules of forms on pages that wait for these texts
  assert.deepEqual([...new Set(missing)], ['web/auth/validation.ts auth']);
  const users = sources.filter(({ text }) => /\b(?:possibleEmail|newPassword|repeated)\b.*\/validation\.ts/.test(text));
  assert.ok(users.length > 0);
  for (const { path: file, text } of users) assert.ok(awaitedIn(text).includes('auth'), file);
});
