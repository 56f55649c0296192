import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';

const folder = mkdtempSync(path.join(tmpdir(), 'meldekette-runner-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs a file with these tests in a process like those of `npm test`; returns its exit code and output. */
function runFile(tests: string) {
  const [file, program] = ['one.test.mjs', 'program.mjs'].map((name) => path.join(folder, name)) as [string, string];
  const [plain, runner] = ['plain-test-runner.ts', 'test-together.ts'].map((name) =>
    JSON.stringify(path.resolve(import.meta.dirname, name)),
  );
  writeFileSync(file, `import test, { after, before, describe } from 'node:test';\n${tests}`);
  writeFileSync(program, `import ${plain};\n(await import(${runner})).testTogether([${JSON.stringify(file)}], 500);\n`);
  const { NODE_TEST_CONTEXT: _context, TEST_TIMES: _times, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--test-reporter=tap', program], {
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, output: stdout + stderr };
}

test('suites keep their tests and hooks, and no promise is followed', () => {
  const { status, output } = runFile(`
    import { createHook, executionAsyncId } from 'node:async_hooks';
    let calls = 0;
    after(() => console.log('calls', calls));
    describe('outer', () => {
      before(() => { calls += 1; });
      describe('inner', () => {
        before(async () => { await null; calls += 10; });
        test('one', async (t) => {
          await t.test('part', async () => { await null; calls += 100; });
          console.log('followed', executionAsyncId());
        });
      });
      test('other', () => { calls += 1000; });
    });`);
  assert.equal(status, 0, output);
  assert.match(output, /calls 1111/);
  assert.match(output, /followed 0\b/); // with a hook, each promise has a number
  assert.match(output, /\n {12}# Subtest: one\n {16}# Subtest: part\n/);
});

for (const [what, code] of [
  ['an error outside of the awaited code', `setTimeout(() => { throw new Error('left behind'); }, 1);`],
  ['a rejection without a handler', `void Promise.reject(new Error('left behind'));`],
] as const)
  test(`${what} of a test fails the process`, () => {
    const { status, output } = runFile(`
      test('one', async () => { ${code} await new Promise((resolve) => setTimeout(resolve, 50)); });`);
    assert.notEqual(status, 0, output);
    assert.match(output, /left behind/);
  });

test('a test that waits on after such an error does not block the process', () => {
  const { status, output } = runFile(`
    test('one', async () => {
      setTimeout(() => { throw new Error('left behind'); }, 1);
      await new Promise(() => setInterval(() => {}, 1000));
    });`);
  assert.equal(status, 1, output);
  assert.match(output, /left behind/);
});
