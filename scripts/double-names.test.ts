import assert from 'node:assert/strict';
import test from 'node:test';
import { doubleNames } from './double-names.ts';

const namesIn = (files: Record<string, string>) =>
  Object.fromEntries(doubleNames(Object.entries(files).map(([path, text]) => ({ path, text }))));

test('finds a name that two files export for any kind of export', () => {
  const files = {
    'server/a.ts': 'export const first = 1;\nexport interface Second {}',
    'server/b.ts': 'export async function first() {}\nexport type Second = string;',
    'server/c.ts': 'export class Third {}',
  };
  assert.deepEqual(namesIn(files), {
    first: ['server/a.ts', 'server/b.ts'],
    Second: ['server/a.ts', 'server/b.ts'],
  });
});

test('ignores tests, local names and re-exports', () => {
  const files = {
    'server/a.ts': 'export const first = 1;',
    'server/a.test.ts': 'export const first = 1;',
    'server/b.ts': 'const first = 2;',
    'server/c.ts': "export { first } from './a.ts';",
  };
  assert.deepEqual(namesIn(files), {});
});

test('server and web may share a name, but not with shared code', () => {
  const files = { 'server/a.ts': 'export const a = 1;', 'web/a.ts': 'export const a = 1;' };
  assert.deepEqual(namesIn(files), {});
  assert.deepEqual(namesIn({ ...files, 'shared/a.ts': 'export const a = 1;' }), {
    a: ['server/a.ts', 'shared/a.ts', 'web/a.ts'],
  });
});
