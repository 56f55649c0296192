import assert from 'node:assert/strict';
import test from 'node:test';
import { droppedFindings, sumFindings, unnamedFindings, withNewSums } from './migration-findings.ts';

const [first, second] = [
  { name: '0001_a.sql', text: 'create table a (id int);' },
  { name: '0002_b.sql', text: 'create table b (id int);' },
];

test('finds migrations that were changed, added without a line, removed or renamed', () => {
  const sums = withNewSums('', [first]);
  assert.match(sums, /^[0-9a-f]{64} {2}0001_a\.sql\n$/);
  assert.deepEqual(sumFindings(sums, [first]), []);
  const changed = { ...first, text: `${first.text} ` };
  assert.deepEqual(sumFindings(sums, [changed]), ['0001_a.sql was changed after it had been recorded']);
  assert.equal(withNewSums(sums, [changed]), sums, 'generating again does not hide the change');
  assert.deepEqual(sumFindings(sums, [first, second]), ['0002_b.sql has no line in migrations/SHA256SUMS']);
  assert.deepEqual(sumFindings(withNewSums(sums, [first, second]), [first, second]), []);
  assert.deepEqual(sumFindings(sums, [{ ...first, name: '0001_c.sql' }]), [
    '0001_c.sql has no line in migrations/SHA256SUMS',
    '0001_a.sql was removed or renamed',
  ]);
});

test('a migration that silences a rule is named in the upgrade notes', () => {
  const loud = { name: '0091_x.sql', text: '-- squawk-ignore ban-drop-column\nalter table a drop column b;' };
  const finding = ['0091_x.sql silences a rule, and no "Upgrade" section of CHANGELOG.md names `0091`'];
  assert.deepEqual(unnamedFindings([first], ''), []);
  assert.deepEqual(unnamedFindings([loud], ''), finding);
  assert.deepEqual(
    unnamedFindings([loud], '### Fixed\n- `0091`\n#### Upgrade\n- `0090`\n### Added\n- `0091`'),
    finding,
  );
  assert.deepEqual(unnamedFindings([loud], '#### Upgrade\n\n- `0091` drops b\n\n### Fixed\n'), []);
});

test('finds dropped functions, views and types that the previous release may use', () => {
  const of = (text: string) => droppedFindings([{ name: '0091_x.sql', text }]);
  assert.deepEqual(of('drop function fold(text);'), ['0091_x.sql drops fold, which the previous release may use']);
  assert.deepEqual(of('drop function fold(text); create function fold(text) returns text return $1;'), []);
  assert.deepEqual(of('DROP VIEW IF EXISTS due;'), ['0091_x.sql drops due, which the previous release may use']);
  assert.deepEqual(of('-- unused by the previous release: kind\ndrop type kind;'), []);
});
