import { createRequire } from 'node:module';
import path from 'node:path';
import { after, describe } from 'node:test';

const require = createRequire(import.meta.url);

/**
 * Runs test files one after another in this process, each as a suite of its own, so that its hooks stay its own. They
 * share the loaded program, which takes longer to load than most files take to run. What a test leaves open (a server it
 * no longer stopped because it failed) would keep the process, and with it the whole gate, for ever: it is named, and the
 * process ends as failed.
 */
export function testTogether(files: string[]): void {
  // of what is thrown after its test has ended node:test says the message only, not where it comes from
  process.on('uncaughtExceptionMonitor', (error) => console.error('Thrown outside of a test:', error));
  process.on('unhandledRejection', (reason) => console.error('Rejected, and nobody waited for it:', reason));
  for (const file of files) {
    // required and not imported: the tests of a module belong to the suite that is being described while it is evaluated
    describe(path.relative('', file), { timeout: 900_000 }, () => void require(file));
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
