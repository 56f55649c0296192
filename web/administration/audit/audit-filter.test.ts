import assert from 'node:assert/strict';
import test from 'node:test';
import { queryOf } from '#web/lib/days.ts';
import { auditFilter } from './audit-filter.ts';

const none = { search: '', type: '', action: '', by: '', from: '', to: '' };

test('days are those of the installation, the last one included, also when the clock changes', () => {
  const { from, to } = auditFilter({ ...none, from: '2026-03-28', to: '2026-03-29' }, 'Europe/Berlin');
  assert.deepEqual([from, to], ['2026-03-27T23:00:00.000Z', '2026-03-29T22:00:00.000Z']);
});

test('an invalid or empty day filters nothing', () => {
  const filter = auditFilter({ ...none, from: 'gestern', to: '2026-13-40' }, 'Europe/Berlin');
  assert.ok(Object.values(filter).every((value) => value === null));
  assert.equal(queryOf(filter), '');
});

test('the file contains the entries of the list', () => {
  const filter = auditFilter({ ...none, by: '3', search: 'a & b' }, 'Europe/Berlin');
  assert.equal(queryOf(filter), 'search=a+%26+b&by=%2Fapi%2Fv2%2Fusers%2F3');
});
