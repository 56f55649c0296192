import assert from 'node:assert/strict';
import test from 'node:test';
import { longFunctions } from './long-functions.ts';

const lines = (count: number) => 'a();\n'.repeat(count);
const found = (text: string, path = 'server/a.ts') =>
  longFunctions([{ path, text }], 80).map(({ name, lines }) => [name, lines]);

test('finds functions of more than 80 lines, however they are written, the longest first', () => {
  const text = [
    `function first() {\n${lines(79)}}`,
    `const second = () => {\n${lines(80)}};`,
    `const a = { third() {\n${lines(81)}} };`,
    `run(async () => {\n${lines(82)}});`,
    `const short = () => {\n${lines(78)}};`,
  ].join('\n');
  assert.deepEqual(found(text), [
    ['(unnamed)', 84],
    ['third', 83],
    ['second', 82],
    ['first', 81],
  ]);
});

test('counts a function within a function, and no test', () => {
  const inner = `const outer = () => {\n${lines(1)}const inner = () => {\n${lines(80)}};\n};`;
  assert.deepEqual(found(inner), [
    ['outer', 85],
    ['inner', 82],
  ]);
  assert.deepEqual(found(inner, 'server/a.test.ts'), []);
});
