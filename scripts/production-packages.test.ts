import assert from 'node:assert/strict';
import test from 'node:test';
import { isShipped, productionLock, productionSbom } from './production-packages.ts';

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

test('the list of parts has exactly the packages of an archive', () => {
  const component = (name: string, version: string) => ({ 'bom-ref': `${name}@${version}`, name, version });
  const [used, other, dev] = [component('@s/a', '1.0.0'), component('a', '2.0.0'), component('b', '1.0.0')];
  const dependencies = [
    { ref: 'root@1.0.0', dependsOn: ['@s/a@1.0.0', 'b@1.0.0'] },
    { ref: 'b@1.0.0', dependsOn: [] },
    { ref: '@s/a@1.0.0' },
  ];
  const text = JSON.stringify({ bomFormat: 'CycloneDX', components: [used, other, dev], dependencies });
  const packages = { 'node_modules/@s/a': { version: '1.0.0' }, 'node_modules/x/node_modules/a': { version: '3.0.0' } };
  assert.deepEqual(productionSbom(text, { packages }), {
    bomFormat: 'CycloneDX',
    components: [used],
    dependencies: [
      { ref: 'root@1.0.0', dependsOn: ['@s/a@1.0.0'] },
      { ref: '@s/a@1.0.0', dependsOn: [] },
    ],
  });
});
