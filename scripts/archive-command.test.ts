import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

const root = path.resolve(import.meta.dirname, '..');
const command = readFileSync(path.join(root, 'deploy/archive/meldekette'), 'utf8');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The program of each command, as the shell finds it. */
const programs = new Map(
  [...command.matchAll(/^ {2}([\w |-]+)\) program=(\S+) ;;$/gm)].flatMap(([, names = '', program = '']) =>
    names.split(' | ').map((name) => [name, program.replace('$command', name)] as const),
  ),
);

test('the command of the archive runs every command of an operator, because the archive has no npm', () => {
  for (const [name, text] of Object.entries(scripts)) {
    const program = /server\/program\/\S+/.exec(text)?.[0];
    if (!program) continue;
    assert.equal(programs.get(name), program, name);
    assert.match(command, new RegExp(`usage: .*\\b${name}\\b`), `the usage names ${name}`);
  }
  for (const program of programs.values()) assert.ok(existsSync(path.join(root, program)), program);
});
