import assert from 'node:assert/strict';
import test from 'node:test';
import { circleFindings } from './circles.ts';

const findings = (files: Record<string, string>) =>
  circleFindings(Object.entries(files).map(([path, text]) => ({ path, text })));

test('reports a circle of imports, of types too', () => {
  const files = {
    'server/a.ts': "import { b } from './b.ts';",
    'server/b.ts': "import { c } from '#server/c.ts';",
    'server/c.ts': "import type { A } from './a.ts';",
  };
  assert.deepEqual(findings(files), [
    'server/a.ts imports server/b.ts imports server/c.ts imports server/a.ts: move what both need into a third file',
  ]);
});

test('two ways to the same file are no circle', () => {
  const files = {
    'server/a.ts': "import { b } from './b.ts';\nimport { c } from './c.ts';",
    'server/b.ts': "import { c } from './c.ts';",
    'server/c.ts': '',
  };
  assert.deepEqual(findings(files), []);
});

test('a lazy import closes no circle', () => {
  const lazily = "const a = async () => await import('./a.ts');";
  assert.deepEqual(findings({ 'server/a.ts': "import { b } from './b.ts';", 'server/b.ts': lazily }), []);
});
