import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import fc from 'fast-check';
import './cheap-passwords.ts';

const require = createRequire(import.meta.url);

/**
 * Runs test files one after another in this process, each as a suite of its own, so that its hooks stay its own. They
 * share the loaded program, which takes longer to load than most files take to run. What a test leaves open (a server it
 * no longer stopped because it failed) would keep the process, and with it the whole gate, for ever: it is named, and the
 * process ends as failed.
 */
export function testTogether(files: string[]): void {
  if (!process.env['TEST_FULL']) fc.configureGlobal({ seed: 1 }); // the gate decides the same about the same sources
  // of what is thrown after its test has ended node:test says the message only, not where it comes from
  process.on('uncaughtExceptionMonitor', (error) => console.error('Thrown outside of a test:', error));
  process.on('unhandledRejection', (reason) => console.error('Rejected, and nobody waited for it:', reason));
  for (const file of files) {
    // required and not imported: the tests of a module belong to the suite that is being described while it is evaluated
    describe(path.relative('', file), { timeout: 900_000 }, () => {
      noteTime(path.relative('', file));
      require(file);
    });
  }
  describe('nothing is left open', () => {
    after(() => {
      setTimeout(() => {
        console.error('Left open by a test:', process.getActiveResourcesInfo().join(', '));
        process.exitCode ||= 1;
        process.exit();
      }, 20_000).unref();
    });
  });
}

/** Adds what the suite took to the file TEST_TIMES names: a line of JSON, in seconds, `own` of this process's processor. */
function noteTime(file: string): void {
  const times = process.env['TEST_TIMES'];
  if (!times) return;
  let start = 0;
  let used = process.cpuUsage();
  before(() => {
    start = performance.now();
    used = process.cpuUsage();
  });
  after(() => {
    const { user, system } = process.cpuUsage(used);
    const line = { file, seconds: (performance.now() - start) / 1000, own: (user + system) / 1_000_000 };
    appendFileSync(times, `${JSON.stringify(line)}\n`);
  });
}
