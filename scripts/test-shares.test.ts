import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { dealFiles } from './test-shares.ts';

const names = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${10 + n}`);
const long = names('l', 4);
const short = names('s', 40);
const secondsOf = (file: string) => (file.startsWith('l') ? 50 : file.startsWith('c') ? 30 : 3);
const total = (share: readonly string[]) => share.reduce((seconds, file) => seconds + secondsOf(file), 0);

test('every file runs once, and no process ends long after the others', () => {
  const shares = dealFiles([...short, ...long], secondsOf, { processes: 4, first: ['c1', 'c2'], begun: [] });
  assert.deepEqual(shares.flat().sort(), ['c1', 'c2', ...long, ...short].sort());
  const ends = shares.map(total);
  assert.ok(Math.max(...ends) - Math.min(...ends) <= 3 * 3, ends.join(' '));
  assert.deepEqual(shares[0]!.slice(0, 2), ['c1', 'c2']);
});

test('a process that begins later gets fewer files', () => {
  const shares = dealFiles(short, secondsOf, { processes: 2, first: [], begun: [60] });
  assert.deepEqual(shares.map(total), [90, 30]);
});

test('processes begin at different parts of the alphabet', () => {
  const shares = dealFiles(short, secondsOf, { processes: 2, first: [], begun: [] });
  assert.deepEqual(
    shares.map(([file]) => file),
    ['s10', 's31'],
  );
});

test('the list of long files names existing files: a renamed one keeps its seconds under the new name', () => {
  const list = JSON.parse(readFileSync(path.join(import.meta.dirname, 'long-tests.json'), 'utf8')) as object;
  assert.deepEqual(
    Object.keys(list).filter((file) => !existsSync(file)),
    [],
  );
});
