// Follows the recipe "A language" of CONTRIBUTING.md: the compiler names every file with texts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { languages } from '#shared/languages.ts';
import { sourceFiles } from './source-files.ts';

const copy = mkdtempSync(path.join(tmpdir(), 'meldekette-language-'));
after(() => rmSync(copy, { recursive: true, force: true }));

// a text that people write has the languages of its columns, and shows German in any other
const withoutWritten = (text: string) => text.replaceAll(/writtenIn\(\s*\{[^}]*\}/g, '');
const tables = sourceFiles('server', 'shared', 'web')
  .filter(({ path, text }) => !path.endsWith('.test.ts') && /(?:^|[\s{])de(?::|, )/m.test(withoutWritten(text)))
  .map(({ path }) => path)
  .filter((path) => path !== 'shared/languages.ts');

// two runs of the compiler for what rarely breaks
const skip = process.env['TEST_FULL'] ? false : 'runs with --full';
test('a new language requires a translation at every text', { skip }, () => {
  for (const part of ['server', 'shared', 'web', 'demo', 'package.json']) {
    cpSync(part, path.join(copy, part), { recursive: true, filter: (file) => !/^web\/(?:dist|public)/.test(file) });
  }
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'), 'junction');
  const list = path.join(copy, 'shared/languages.ts');
  const before = readFileSync(list, 'utf8');
  const line = "  nl: { name: 'Nederlands', locale: 'nl-NL', isRightToLeft: false },\n} as const satisfies";
  writeFileSync(list, before.replace('} as const satisfies', line));
  const named = new Set([...errorsOf('server'), ...errorsOf('web')]);
  assert.ok(tables.length > 20, `${tables.length} files hold texts by language`);
  assert.deepEqual(
    tables.filter((file) => !named.has(file)),
    [],
  );
  assert.deepEqual(Object.keys(languages).includes('nl'), false, 'take another language for this test');
});

/** The files with compiler errors on one side. */
function errorsOf(side: 'server' | 'web'): string[] {
  const config = `tsconfig.${side}.json`;
  for (const file of ['tsconfig.base.json', config]) cpSync(file, path.join(copy, file));
  const files = tables.filter((file) => file.startsWith('web/') === (side === 'web'));
  const only = { extends: `./${config}`, include: [], files };
  writeFileSync(path.join(copy, 'tsconfig.only.json'), JSON.stringify(only));
  const compiler = path.resolve('node_modules/typescript/bin/tsc');
  const args = [compiler, '-p', 'tsconfig.only.json', '--pretty', 'false'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  return [...stdout.matchAll(/^([^\s(][^(\n]*)\(\d+,\d+\): error TS\d+/gm)].map(([, file = '']) => file);
}
