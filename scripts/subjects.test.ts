import assert from 'node:assert/strict';
import test from 'node:test';
import { subjectFindings } from './subjects.ts';

test('a subject has at most 72 characters', () => {
  const subject = `Delivery: ${'a'.repeat(62)}`;
  assert.deepEqual(subjectFindings([`1a2b3c4 ${subject}`]), []);
  assert.deepEqual(subjectFindings([`1a2b3c4 ${subject}b`]), ['1a2b3c4: the subject has 73 characters, more than 72']);
});

test('accepts a reverted commit and a repository without commits', () => {
  assert.deepEqual(subjectFindings([`1a2b3c4 Revert "Delivery: ${'a'.repeat(62)}"`]), []);
  assert.deepEqual(subjectFindings(['']), []);
});
