import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { type AdvisoryList, advisoryFindings } from './advisory-findings.ts';

const list = (range: string, accepted: AdvisoryList['accepted'] = []): AdvisoryList => ({
  checked: '2026-11-29',
  advisories: [{ package: '@s/a', range, id: 'GHSA-1', title: 'Reads other files' }],
  accepted,
});
const findings = (version: string, range: string, accepted?: AdvisoryList['accepted']) =>
  advisoryFindings({ packages: { '': {}, 'node_modules/x/node_modules/@s/a': { version } } }, list(range, accepted));

test('finds exactly the locked versions in the range of an advisory', () => {
  const affected = '>=5.3.2 <=5.8.4 || <1.0.10 || =2.0.0 || >9.9.9';
  for (const version of ['5.3.2', '5.8.4', '5.4.0', '1.0.9', '0.12.0', '2.0.0', '5.4.0-rc.1', '9.10.0', '10.0.0'])
    assert.deepEqual(findings(version, affected), [
      `package-lock.json: @s/a ${version} has GHSA-1 (${affected}): Reads other files`,
    ]);
  for (const version of ['5.3.1', '5.8.5', '5.10.0', '1.0.10', '1.1.0', '2.0.1', '9.9.9'])
    assert.deepEqual(findings(version, affected), [], version);
  assert.deepEqual(
    advisoryFindings({ packages: { 'node_modules/a': { version: '1.0.0' } } }, list('<2.0.0')),
    [],
    'another package',
  );
});

test('a written reason keeps a version, and a needless or empty one is reported', () => {
  const reason = { id: 'GHSA-1', version: '1.0.0', reason: 'No file is read.' };
  assert.deepEqual(findings('1.0.0', '<2.0.0', [reason]), []);
  assert.equal(findings('1.0.1', '<2.0.0', [reason]).length, 2, 'the reason is for another version');
  assert.equal(findings('1.0.0', '<2.0.0', [{ ...reason, reason: ' ' }]).length, 2);
  assert.deepEqual(findings('2.0.0', '<2.0.0', [reason]), [
    'scripts/advisories.json: nothing needs the reason for GHSA-1 1.0.0',
  ]);
});

test('an unreadable range is an error, not a range without versions', () => {
  for (const range of ['', '*', '^1.0.0', '<2', '<2.0.0-rc.1', '< 2.0.0', '<2.0.0||<3.0.0'])
    assert.match(String(findings('1.0.0', range)), /GHSA-1 has an unreadable range/, range);
});

test('the list would have found the versions of earlier releases', () => {
  const known = JSON.parse(readFileSync('scripts/advisories.json', 'utf8')) as AdvisoryList;
  const earlier = { 'node_modules/sanitize-html': { version: '2.17.5' } };
  const found = advisoryFindings({ packages: earlier }, known).join('\n');
  assert.match(found, /sanitize-html 2\.17\.5 has GHSA-vccv-cmxp-4j9h/);
  assert.match(found, /sanitize-html 2\.17\.5 has GHSA-g8qq-57p8-ggw5/);
});

test('names every advisory once, in order', () => {
  const { advisories } = JSON.parse(readFileSync('scripts/advisories.json', 'utf8')) as AdvisoryList;
  const keys = advisories.map((one) => `${one.package} ${one.id}`);
  assert.deepEqual(
    keys,
    [...new Set(keys)].sort((a, b) => a.localeCompare(b, 'en')),
  );
  for (const { id, title } of advisories) {
    assert.match(id, /^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/);
    assert.ok(title);
  }
});
