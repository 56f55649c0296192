import assert from 'node:assert/strict';
import test from 'node:test';
import { isShipped, productionLock } from './production-packages.ts';

test('an archive contains sources of the server and no tests', () => {
  const shipped = [
    'server/program/main.ts',
    'migrations/0001_system.sql',
    'scripts/run.mjs',
    'package.json',
    'docs/files.md',
  ];
  for (const file of shipped) assert.ok(isShipped(file), file);
  const left = [
    'server/program/app.test.ts',
    'web/index.html',
    'migrations/states/0090.tar',
    'scripts/check.ts',
    'e2e/a.ts',
  ];
  for (const file of left) assert.ok(!isShipped(file), file);
});

test('an archive contains no packages for development', () => {
  const packages = {
    '': {},
    'node_modules/a': {},
    'node_modules/b': { dev: true },
    'node_modules/c': { devOptional: true },
  };
  const text = JSON.stringify({ name: 'x', packages });
  assert.deepEqual(productionLock(text), { name: 'x', packages: { 'node_modules/a': {} } });
});
